/**
 * Rules whose absence shows within a few histories. All rules, some of which take many: `npm run simulate --
 * --controls`.
 */
import { expect, inject, test } from "vitest";
import { seedThatFinds } from "./controls.ts";
import { rules } from "./rules.ts";

const cluster = { url: inject("clusterUrl"), template: inject("template") };

test.each([
  "an order is settled by one at a time",
  "counters move in the statement that moves their rows",
  "a hold does not end while its payment is being decided",
  "what staff promise back is made",
  "a delivery is followed once",
  "the same key does nothing twice",
  "a sale at the door is booked once",
  "a sale that was said not to be made is not made later",
])(
  "a history misses the rule that %s",
  async (rule) => {
    const { seed } = await seedThatFinds(cluster, rules[rule]!, { from: 1, seeds: 20 });
    expect(seed).not.toBeNull();
  },
  1_800_000,
);

/**
 * Rules whose absence shows within a few histories. Some rules need many. All rules: `npm run simulate --
 * --controls`.
 */
import { expect, inject, test } from "vitest";
import { seedThatFinds } from "./controls.ts";
import { rules } from "./rules.ts";

const cluster = { url: inject("clusterUrl"), template: inject("template") };

test.each([
  "an order is settled by one process at a time",
  "counters change in the statement that changes their rows",
  "a hold does not end while its payment is being decided",
  "a refund that staff requested is made",
  "a delivery is processed once",
  "a request repeated with the same key has one effect",
  "a sale at the door is booked once",
  "a sale reported as not made is not made later",
])(
  "a history shows a fault when this rule is switched off: %s",
  async (rule) => {
    const { seed } = await seedThatFinds(cluster, rules[rule]!, { from: 1, seeds: 20 });
    expect(seed).not.toBeNull();
  },
  1_800_000,
);

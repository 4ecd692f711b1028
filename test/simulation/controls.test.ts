/** Checks some of the rules, from seed `from` on. `npm run simulate -- --controls` checks all. */
import { expect, inject, test } from "vitest";
import { seedThatFinds } from "./controls.ts";
import { rules } from "./rules.ts";

const cluster = { url: inject("clusterUrl"), template: inject("template") };

test.each([
  { rule: "an order is settled by one process at a time", from: 10 },
  { rule: "counters change in the statement that changes their rows", from: 1 },
  { rule: "a hold does not end while its payment is being decided", from: 1 },
  { rule: "a refund that staff requested is made", from: 1 },
  { rule: "a delivery is processed once", from: 2 },
  { rule: "a request repeated with the same key has one effect", from: 1 },
  { rule: "a sale at the door is booked once", from: 2 },
  { rule: "a sale reported as not made is not made later", from: 3 },
  { rule: "a mail that is sent is not sent again", from: 1 },
])(
  "a history shows a rule's own fault when the rule is switched off: $rule",
  async ({ rule, from }) => {
    const { seed } = await seedThatFinds(cluster, rules[rule]!, { from, seeds: 20 });
    expect(seed).not.toBeNull();
  },
  1_800_000,
);

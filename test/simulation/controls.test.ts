/** Each rule's control: with the rule switched off, the simulation must find the fault, within a bounded number of seeds. */
import { expect, inject, test } from "vitest";
import { rules } from "./guards.ts";
import { openStage } from "./play.ts";

const mostSeeds = 60;
const cluster = { url: inject("clusterUrl"), template: inject("template") };

test.concurrent.each(Object.entries(rules))(
  "without “%s” a history ends wrong",
  async (_rule, guard) => {
    const stage = await openStage(cluster, guard);
    let found: string[] = [];
    for (let seed = 1; seed <= mostSeeds && found.length === 0; seed++)
      found = (await stage.play(seed)).wrong;
    await stage.close();
    expect(found).not.toEqual([]);
  },
  1_200_000,
);

import { emptyShop, openShop, problemsOf, type Shop, unfinishedPurchases } from "../databases.ts";
import { interleave } from "../interleave.ts";
import { figuresOf } from "../load/figures.ts";
import type { BuyingPlan } from "../load/plan.ts";
import { startBuyers, startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { measureMails, totalAmount } from "./letters.ts";

/** Measures paid purchases a second. The provider and the buyers share this machine, which lowers the rate. */
export async function purchase(bench: Bench): Promise<Report> {
  const shop = await openShop(bench.clusterUrl, "purchase");
  const buyers = await startBuyers();
  const { dataDir, profileDir, connections } = bench;
  const foyer = await startTarget(
    "foyer",
    { databaseUrl: shop.url, dataDir, stripe: buyers.stripe },
    profileDir,
  );
  const problems: string[] = [];
  const buy = (steps: BuyingPlan["steps"]) => async (seconds: number) => {
    await emptyShop(shop);
    const plan = { port: foyer.port, ...shop.paidEvent, totalAmount, steps, connections, seconds };
    const result = await bench.metered(foyer, () => buyers.run(plan), buyers.pid);
    problems.push(...(await problemsOfPurchases(shop, result.acknowledged)));
    const refused = Object.entries(result.refused).map(([status, count]) => `${count} × ${status}`);
    if (refused.length > 0) problems.push(`refused: ${refused.join(", ")} (${result.sample})`);
    return result;
  };
  try {
    const results = await interleave({ one: buy("one"), three: buy("three") }, bench);
    const figures = {
      "paid purchase, ordered in one call": figuresOf(results.one),
      "paid purchase, ordered in three calls": figuresOf(results.three),
    };
    const mailReport = await measureMails(bench, buyers);
    return {
      title: `paid purchases, one kind of ticket, ${connections} buyers`,
      figures: { ...figures, ...mailReport.figures },
      goals: [
        {
          name: "whole paid purchases a second",
          is: figures["paid purchase, ordered in one call"].perSecond,
          atLeast: 1000,
          measures: "rate",
        },
        ...mailReport.goals,
      ],
      problems: [...problems, ...mailReport.problems],
    };
  } finally {
    await foyer.stop();
    await buyers.stop();
  }
}

async function problemsOfPurchases(shop: Shop, acknowledged: number): Promise<string[]> {
  return [...(await problemsOf(shop, acknowledged)), ...(await unfinishedPurchases(shop, acknowledged))];
}

import { runQuery } from "../../server/testing/cluster.ts";
import { openShop, problemsOf } from "../databases.ts";
import { interleave } from "../interleave.ts";
import { figuresOf, ratioOf } from "../load/figures.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

/** Measures "sold out" replies a second, without and with an Idempotency-Key. */
export async function soldOut(bench: Bench): Promise<Report> {
  const shop = await openShop(bench.clusterUrl, "sold_out");
  await runQuery(shop.url, `update tickets set max_stock = 0 where id = ${shop.paidEvent.ticketId}`);
  const bare = await startTarget("bareRoute");
  const { dataDir, profileDir, connections } = bench;
  const foyer = await startTarget("foyer", { databaseUrl: shop.url, dataDir }, profileDir);
  const body = JSON.stringify({
    eventId: shop.paidEvent.eventId,
    tickets: [{ ticketId: shop.paidEvent.ticketId, quantity: 2 }],
    email: "buyer@example.org",
    userTimezone: "Europe/Berlin",
  });
  const plan = { method: "POST", body, connections } as const;
  const refusedPlan = { ...plan, path: "/api/registration/initRegistration", wanted: 409 };
  try {
    const results = await interleave(
      {
        bare: (seconds) => bench.load(bare, { ...plan, path: "/", seconds }),
        withoutKey: (seconds) => bench.load(foyer, { ...refusedPlan, seconds }),
        withKey: (seconds) => bench.load(foyer, { ...refusedPlan, withKeys: true, seconds }),
      },
      bench,
    );
    const figures = {
      "bare route": figuresOf(results.bare),
      "sold out": figuresOf(results.withoutKey),
      "sold out, with an Idempotency-Key": figuresOf(results.withKey),
    };
    const [sample] = results.withoutKey.map((result) => result.sample);
    const otherOutcomes = [...results.withoutKey, ...results.withKey].flatMap((result) =>
      Object.entries(result.refused),
    );
    return {
      title: `initRegistration of a ticket that is sold out, ${connections} connections`,
      figures,
      goals: [
        {
          name: "sold out / bare route",
          is: ratioOf(figures["sold out"], figures["bare route"]),
          atLeast: 0.35,
        },
      ],
      problems: [
        ...(await problemsOf(shop, 0)),
        ...otherOutcomes.map(([status, count]) => `${count} × ${status} in place of "sold out"`),
        ...(sample?.includes('"soldOut"') === true ? [] : [`unexpected reply: ${sample}`]),
      ],
    };
  } finally {
    await foyer.stop();
    await bare.stop();
  }
}

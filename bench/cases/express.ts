import { emptyShop, openShop, problemsOf, type Shop } from "../databases.ts";
import { interleave } from "../interleave.ts";
import { figuresOf } from "../load/figures.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

/** Measures free registrations a second, each made by one call. */
export async function express(bench: Bench): Promise<Report> {
  const shop = await openShop(bench.clusterUrl, "express");
  const bare = await startTarget("bareRoute");
  const foyer = await startTarget("foyer", { databaseUrl: shop.url, dataDir: bench.dataDir });
  const plan = { method: "POST", body: registrationOf(shop), connections: bench.connections } as const;
  const problems: string[] = [];
  try {
    const results = await interleave(
      {
        bare: (seconds) => bench.load(bare, { ...plan, path: "/", seconds }),
        whole: async (seconds) => {
          await emptyShop(shop);
          const result = await bench.load(foyer, {
            ...plan,
            path: "/api/registration/express",
            withKeys: true,
            seconds,
          });
          problems.push(...(await problemsOf(shop, result.acknowledged)));
          return result;
        },
      },
      bench,
    );
    return {
      title: `express, a whole free registration, ${bench.connections} connections`,
      figures: { "bare route": figuresOf(results.bare), "free registration": figuresOf(results.whole) },
      goals: [],
      problems,
    };
  } finally {
    await foyer.stop();
    await bare.stop();
  }
}

function registrationOf({ freeEvent }: Shop): string {
  return JSON.stringify({
    eventId: freeEvent.eventId,
    tickets: [{ ticketId: freeEvent.ticketId, quantity: 1 }],
    attendees: [
      {
        ticketId: freeEvent.ticketId,
        firstName: "Zoë",
        lastName: "Möller",
        email: "zoe@example.org",
        isPrimary: true,
      },
    ],
    email: "zoe@example.org",
    userTimezone: "Europe/Berlin",
    totalAmount: 0,
  });
}

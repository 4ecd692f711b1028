import { emptyShop, fillEvent, holdBody, openShop, problemsOf, type Shop } from "../databases.ts";
import { interleave } from "../interleave.ts";
import { type Figures, figuresOf, type MeasuredLoad, ratioOf } from "../load/figures.ts";
import type { LoadPlan } from "../load/plan.ts";
import { startTarget, type Target } from "../processes.ts";
import type { Bench, Goal, Report } from "../report.ts";

const existingOrders = 100_000;
const holdCall = { path: "/api/registration/initRegistration" };

/** Measures holds a second, compared with simpler programs on the same machine. */
export async function reserve(bench: Bench): Promise<Report> {
  const empty = await openShop(bench.clusterUrl, "reserve_empty");
  const full = await openShop(bench.clusterUrl, "reserve_full");
  const reference = await openShop(bench.clusterUrl, "reserve_reference");
  await fillEvent(full, full.paidEvent, existingOrders);
  const { dataDir, profileDir } = bench;
  const targets = {
    bareRoute: await startTarget("bareRoute"),
    bareInsert: await startTarget("bareInsert", { databaseUrl: reference.url }),
    interactive: await startTarget("interactive", { databaseUrl: reference.url }),
    empty: await startTarget("foyer", { databaseUrl: empty.url, dataDir }, profileDir),
    // Not the same process as `empty`: with twice as many requests, it would be better optimised than the others.
    keyed: await startTarget("foyer", { databaseUrl: empty.url, dataDir }),
    full: await startTarget("foyer", { databaseUrl: full.url, dataDir }),
  };

  const problems: string[] = [];
  const load = (target: Target, shop: Shop, overrides: Partial<LoadPlan>) => (seconds: number) =>
    bench.load(target, {
      method: "POST",
      path: "/",
      body: holdBody(shop),
      connections: bench.connections,
      seconds,
      ...overrides,
    });
  const withEmptyShop =
    (shop: Shop, slice: (seconds: number) => Promise<MeasuredLoad>) => async (seconds: number) => {
      await emptyShop(shop);
      const result = await slice(seconds);
      problems.push(...(await problemsOf(shop, result.acknowledged)));
      return result;
    };
  try {
    const results = await interleave(
      {
        "bare route": load(targets.bareRoute, reference, {}),
        "bare batched insert": async (seconds) => {
          // This insert changes no counters, so there is nothing to audit.
          await emptyShop(reference);
          return load(targets.bareInsert, reference, {})(seconds);
        },
        "interactive transaction": withEmptyShop(reference, load(targets.interactive, reference, {})),
        hold: withEmptyShop(empty, load(targets.empty, empty, holdCall)),
        "hold with an Idempotency-Key": withEmptyShop(
          empty,
          load(targets.keyed, empty, { ...holdCall, withKeys: true }),
        ),
        "hold among 100,000 orders": load(targets.full, full, holdCall),
      },
      bench,
    );
    problems.push(...(await problemsOf(full)));
    const figures = figuresByName(results);
    return {
      title: `initRegistration, one kind of ticket, ${bench.connections} connections`,
      figures,
      goals: goalsOf(figures),
      problems,
    };
  } finally {
    for (const target of Object.values(targets)) await target.stop();
  }
}

function figuresByName<Name extends string>(results: Record<Name, MeasuredLoad[]>): Record<Name, Figures> {
  const entries = Object.entries<MeasuredLoad[]>(results).map(([name, measured]) => [
    name,
    figuresOf(measured),
  ]);
  return Object.fromEntries(entries) as Record<Name, Figures>;
}

function goalsOf(
  figures: Record<
    "bare batched insert" | "interactive transaction" | "hold" | "hold among 100,000 orders",
    Figures
  >,
): Goal[] {
  const { hold } = figures;
  const bare = figures["bare batched insert"];
  return [
    { name: "hold / bare batched insert", is: ratioOf(hold, bare), atLeast: 0.5 },
    {
      name: "hold / interactive transaction",
      is: ratioOf(hold, figures["interactive transaction"]),
      atLeast: 20,
    },
    { name: "p99 of a hold in ms", is: hold.p99Ms, atMost: 100, measures: "time" },
    {
      name: "hold among 100,000 orders / hold in an empty event",
      is: ratioOf(figures["hold among 100,000 orders"], hold),
      atLeast: 0.9,
    },
  ];
}

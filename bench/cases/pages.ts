import { dist, openDemo } from "../databases.ts";
import { interleave } from "../interleave.ts";
import { figuresOf, ratioOf } from "../load/figures.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

/** Measures the gala's pages a second, rendered anew and from the cache. */
export async function pages(bench: Bench): Promise<Report> {
  const { url, page } = await openDemo(bench, "pages");
  const options = { databaseUrl: url, dataDir: bench.dataDir, dist };
  const bare = await startTarget("bareRoute");
  const cold = await startTarget("foyer", { ...options, cachesPages: false });
  const cached = await startTarget("foyer", { ...options, cachesPages: true });
  const plan = {
    method: "GET",
    path: page,
    headers: { "accept-encoding": "gzip, deflate, br", accept: "text/html" },
    connections: Math.min(64, bench.connections),
  } as const;
  try {
    const results = await interleave(
      {
        bare: (seconds) => bench.load(bare, { ...plan, path: "/", seconds }),
        cold: (seconds) => bench.load(cold, { ...plan, seconds }),
        cached: (seconds) => bench.load(cached, { ...plan, seconds }),
      },
      { ...bench, seconds: bench.seconds / 2 },
    );
    const [route, rendered, stored] = [
      figuresOf(results.bare),
      figuresOf(results.cold),
      figuresOf(results.cached),
    ];
    return {
      title: `event page ${page}, ${plan.connections} connections`,
      figures: { "bare route": route, "page rendered anew": rendered, "page from the cache": stored },
      goals: [{ name: "page from the cache / bare route", is: ratioOf(stored, route), atLeast: 0.5 }],
      problems: [],
    };
  } finally {
    for (const target of [bare, cold, cached]) await target.stop();
  }
}

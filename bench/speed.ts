/**
 * Compares this machine with the reference machine, for which the times and rates of the goals were set: one with two
 * cores, at its speed of November 22, 2026 (docs/decisions/0023-goals-for-one-machine.md). The speed of a virtual
 * machine changes within minutes, so it is measured before and after each case. Both run targets/bareInsert.ts.
 */
import { emptyShop, holdBody, openShop } from "./databases.ts";
import { startTarget } from "./processes.ts";
import type { Bench } from "./report.ts";

/** Replies per second of the bare batched insert on the reference machine, with this number of connections. */
const reference = { perSecond: 24_385, connections: 200 };
const seconds = 3;

export interface Speedometer {
  /** 1 is as quick as the reference machine, 2 is half as quick. */
  slowness(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the program. Its first measurement only warms up the code. */
export async function openSpeedometer(bench: Bench): Promise<Speedometer> {
  const shop = await openShop(bench.clusterUrl, "speed");
  const target = await startTarget("bareInsert", { databaseUrl: shop.url });
  const slowness = async () => {
    await emptyShop(shop);
    const { served, seconds: took } = await bench.load(target, {
      method: "POST",
      path: "/",
      body: holdBody(shop),
      connections: reference.connections,
      seconds,
    });
    return reference.perSecond / (served / took);
  };
  await slowness();
  return { slowness, stop: () => target.stop() };
}

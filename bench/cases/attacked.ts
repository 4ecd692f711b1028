import { ADMIN } from "../../contract/rules/roles.ts";
import { buildEvent, buildTicket, buildUser } from "../../server/testing/builders.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { memoryMbOf } from "../cpu.ts";
import { dist, openShop, problemsOf, type Shop, withConnection } from "../databases.ts";
import { figuresOf } from "../load/figures.ts";
import type { AttackPlan, BuyingPlan } from "../load/plan.ts";
import { startAttackers, startBuyers, startTarget, type Target } from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { totalAmount } from "./letters.ts";

const ordinaryBuyers = 20;
/** With this pause after a purchase, the buyers make about sixty purchases a second. */
const pauseMs = 300;
const readEveryMs = 50;
/** The time for the garbage collector. */
const restMs = 5_000;
/** The attackers reach the hourly upload limit of a club in about this time. */
const secondsOfClub = 30;

/**
 * Measures how long buyers and a visitor wait under attack, whether memory recovers, and whether exactly the
 * acknowledged purchases exist.
 */
export async function attackCase(bench: Bench): Promise<Report> {
  const shop = await openShop(bench.clusterUrl, "attacked");
  const clubs = await createAttackerClubs(shop, 1 + Math.ceil(bench.seconds / secondsOfClub));
  const buyers = await startBuyers();
  const attackers = await startAttackers();
  const { dataDir, profileDir, seconds } = bench;
  const target = await startTarget(
    "foyer",
    { databaseUrl: shop.url, dataDir, dist, cachesPages: true, stripe: buyers.stripe, isLimited: true },
    profileDir,
  );
  try {
    let acknowledged = 0;
    const runLoad = async (forSeconds: number) => {
      const plan: BuyingPlan = {
        port: target.port,
        ...shop.paidEvent,
        totalAmount,
        steps: "one",
        connections: ordinaryBuyers,
        seconds: forSeconds,
        pauseMs,
        withAddresses: true,
      };
      const [purchases, pageMs] = await Promise.all([
        bench.metered(target, () => buyers.run(plan), buyers.pid),
        readPages(target, forSeconds),
      ]);
      acknowledged += purchases.acknowledged;
      return { purchases, pageMs };
    };
    // The first load warms up the code.
    await runLoad(seconds / 4);
    const calm = await runLoad(seconds / 2);
    const memoryBefore = memoryMbOf(target.pid) ?? 0;
    const [attack, attackReport] = await Promise.all([
      runLoad(seconds),
      attackers.run({ port: target.port, clubs, ...shop.paidEvent, seconds }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    // Some load makes the garbage collector work before the memory is measured.
    await runLoad(seconds / 4);
    const figures = {
      "paid purchase, nobody attacks": figuresOf([calm.purchases]),
      "paid purchase, everybody attacks": figuresOf([attack.purchases]),
    };
    const refused = Object.entries(attack.purchases.refused).map(([status, count]) => `${count} × ${status}`);
    return {
      title: `${ordinaryBuyers} buyers and a reader while everybody attacks for ${seconds} s; ${attackReport.files} hostile files were read, the slowest refusal was of ${attackReport.slowest || "none"}`,
      figures,
      goals: [
        {
          name: "p99 of a purchase while everybody attacks, ms",
          is: figures["paid purchase, everybody attacks"].p99Ms,
          atMost: 250,
          measures: "time",
        },
        {
          name: "p99 of an event page while everybody attacks, ms",
          is: p99(attack.pageMs),
          atMost: 50,
          measures: "time",
        },
        {
          name: "slowest refusal of a hostile file, ms",
          is: attackReport.slowestRefusalMs,
          atMost: 2000,
          measures: "time",
        },
        {
          name: "MB of the shop's process after / before",
          is: (memoryMbOf(target.pid) ?? 0) / memoryBefore,
          atMost: 1.5,
        },
      ],
      problems: [
        ...attackReport.wrong,
        ...(refused.length > 0
          ? [`buyers were refused: ${refused.join(", ")} (${attack.purchases.sample})`]
          : []),
        ...(await problemsOf(shop)),
        ...(await lostPurchases(shop, acknowledged)),
      ],
    };
  } finally {
    await target.stop();
    await attackers.stop();
    await buyers.stop();
  }
}

function createAttackerClubs({ url }: Shop, count: number): Promise<AttackPlan["clubs"]> {
  return withConnection(url, async ({ db }) => {
    const clubs: AttackPlan["clubs"] = [];
    while (clubs.length < count) {
      const event = await buildEvent(db, { slug: `theirs-${clubs.length}` });
      await buildTicket(db, event.id);
      const user = await buildUser(db, ADMIN, event.clubId);
      clubs.push({ token: await openSession(db, user.id, new Date()), eventId: event.id });
    }
    return clubs;
  });
}

async function readPages({ port }: Target, seconds: number): Promise<number[]> {
  const timesMs: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/paid`, {
      headers: { "x-forwarded-for": "198.51.100.9" },
    });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`The page was answered ${reply.status}`);
    timesMs.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, readEveryMs));
  }
  return timesMs;
}

function p99(timesMs: readonly number[]): number {
  return timesMs.toSorted((one, other) => one - other)[Math.floor(timesMs.length * 0.99)] ?? 0;
}

/** Attackers hold places too, so only paid orders are counted. */
function lostPurchases({ url }: Shop, acknowledged: number): Promise<string[]> {
  return withConnection(url, async ({ db }) => {
    const { paid } = await db
      .selectFrom("orders")
      .where("payment_status", "=", "paid")
      .select((eb) => eb.fn.countAll<number>().as("paid"))
      .executeTakeFirstOrThrow();
    return paid === acknowledged
      ? []
      : [`${acknowledged} purchases were acknowledged, and ${paid} orders are paid`];
  });
}

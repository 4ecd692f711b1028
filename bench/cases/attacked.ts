/**
 * Ordinary load under attack: buyers who pay, visitors who read, and beside them hostile files, endless bodies, floods
 * and guesses (load/attackers.ts). Measures what buyers and visitors notice, whether the server's memory recovers, and
 * whether all acknowledged purchases exist. `--seconds 600` is the long run.
 */
import { ADMIN } from "../../contract/rules/roles.ts";
import { openDatabase } from "../../server/db/pool.ts";
import { buildEvent, buildTicket, buildUser } from "../../server/testing/builders.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { memoryMbOf } from "../cpu.ts";
import { figuresOf } from "../load/figures.ts";
import type { AttackPlan, BuyingPlan } from "../load/plan.ts";
import { startAttackers, startBuyers, startTarget, type Target } from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { dist, openShop, problemsOf, type Shop } from "../stock.ts";
import { totalAmount } from "./letters.ts";

const ordinaryBuyers = 20;
/** Together with the time of a purchase, about sixty purchases a second. */
const pauseMs = 300;
const readEveryMs = 50;
/** The time for the garbage collector. */
const restMs = 5_000;
/** After this time the attackers have used up a club's hourly upload limit. */
const secondsOfClub = 30;

/** Measures ordinary load without attacks, and then with them. */
export async function attacked(bench: Bench): Promise<Report> {
  const shop = await openShop(bench.clusterUrl, "attacked");
  const clubs = await strangersClubs(shop, 1 + Math.ceil(bench.seconds / secondsOfClub));
  const buyers = await startBuyers();
  const attackers = await startAttackers();
  const { dataDir, profileDir, seconds } = bench;
  const target = await startTarget(
    "foyer",
    { databaseUrl: shop.url, dataDir, dist, keepsPages: true, stripe: buyers.stripe, isLimited: true },
    profileDir,
  );
  try {
    let acknowledged = 0;
    const live = async (forSeconds: number) => {
      const plan: BuyingPlan = {
        port: target.port,
        ...shop.paid,
        totalAmount,
        steps: "one",
        connections: ordinaryBuyers,
        seconds: forSeconds,
        pauseMs,
        withAddresses: true,
      };
      const [bought, pageMs] = await Promise.all([
        bench.metered(target, () => buyers.run(plan), buyers.pid),
        readPages(target, forSeconds),
      ]);
      acknowledged += bought.acknowledged;
      return { bought, pageMs };
    };
    await live(seconds / 4);
    const quiet = await live(seconds / 2);
    const memoryBefore = memoryMbOf(target.pid) ?? 0;
    const [under, answer] = await Promise.all([
      live(seconds),
      attackers.run({ port: target.port, clubs, ...shop.paid, seconds }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    // Some ordinary load makes the garbage collector work. Memory that is still in use afterwards has leaked.
    await live(seconds / 4);
    const figures = {
      "paid purchase, nobody attacks": figuresOf([quiet.bought]),
      "paid purchase, everybody attacks": figuresOf([under.bought]),
    };
    const refused = Object.entries(under.bought.refused).map(([status, count]) => `${count} × ${status}`);
    return {
      title: `${ordinaryBuyers} buyers and a reader while everybody attacks for ${seconds} s; ${answer.files} hostile files were read, the slowest refusal was of ${answer.slowest || "none"}`,
      figures,
      goals: [
        {
          name: "p99 of a purchase while everybody attacks, ms",
          is: figures["paid purchase, everybody attacks"].p99Ms,
          atMost: 250,
        },
        { name: "p99 of an event page while everybody attacks, ms", is: p99(under.pageMs), atMost: 50 },
        { name: "slowest refusal of a hostile file, ms", is: answer.slowestRefusalMs, atMost: 2000 },
        {
          name: "MB of the shop's process after / before",
          is: (memoryMbOf(target.pid) ?? 0) / memoryBefore,
          atMost: 1.5,
        },
      ],
      problems: [
        ...answer.wrong,
        ...(refused.length > 0
          ? [`buyers were refused: ${refused.join(", ")} (${under.bought.sample})`]
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

/** Clubs that somebody registered a minute ago, each with an event to upload to. */
async function strangersClubs({ url }: Shop, count: number): Promise<AttackPlan["clubs"]> {
  const { db, close } = openDatabase(url);
  try {
    const clubs: AttackPlan["clubs"] = [];
    while (clubs.length < count) {
      const event = await buildEvent(db, { slug: `theirs-${clubs.length}` });
      await buildTicket(db, event.id);
      const user = await buildUser(db, ADMIN, event.clubId);
      clubs.push({ token: await openSession(db, user.id, new Date()), eventId: event.id });
    }
    return clubs;
  } finally {
    await close();
  }
}

/** Opens the event's page repeatedly. Returns the time of each, in milliseconds. */
async function readPages({ port }: Target, seconds: number): Promise<number[]> {
  const each: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const begun = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/paid`, {
      headers: { "x-forwarded-for": "198.51.100.9" },
    });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`The page was answered ${reply.status}`);
    each.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, readEveryMs));
  }
  return each;
}

function p99(each: readonly number[]): number {
  return each.toSorted((one, other) => one - other)[Math.floor(each.length * 0.99)] ?? 0;
}

/** Attackers hold places too, so only paid ones are counted. */
async function lostPurchases({ url }: Shop, acknowledged: number): Promise<string[]> {
  const { db, close } = openDatabase(url);
  try {
    const { paid } = await db
      .selectFrom("orders")
      .where("payment_status", "=", "paid")
      .select((eb) => eb.fn.countAll<number>().as("paid"))
      .executeTakeFirstOrThrow();
    return paid === acknowledged
      ? []
      : [`${acknowledged} purchases were acknowledged, and ${paid} orders are paid`];
  } finally {
    await close();
  }
}

import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { runQuery } from "../../server/testing/cluster.ts";
import { familyCpuMsOf, memoryMbOf } from "../cpu.ts";
import { emptyShop, openShop, problemsOf, type Shop } from "../databases.ts";
import { interleave } from "../interleave.ts";
import { figuresOf, type MeasuredLoad, ratioOf } from "../load/figures.ts";
import type { BuyingPlan } from "../load/plan.ts";
import {
  type Buyers,
  type Sink,
  startSink,
  startTarget,
  type Target,
  type TargetMailer,
} from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { percentile } from "../timed.ts";

/** A ticket of 25.00 with 19 % tax. */
export const totalAmount = 2975;
/** At least this many mails are queued before holds are measured. */
const queuedMails = 2_000;
const timeoutMs = 300_000;
const concurrentBuyers = 16;

interface Parts {
  bench: Bench;
  shop: Shop;
  buyers: Buyers;
  sink: Sink;
  problems: string[];
}

/** Measures purchases until their mails are accepted, waits for the event's row, and holds beside mails. */
export async function measureMails(
  bench: Bench,
  buyers: Buyers,
): Promise<Pick<Report, "figures" | "goals" | "problems">> {
  const shop = await openShop(bench.clusterUrl, "letters");
  const parts: Parts = { bench, shop, buyers, sink: await startSink(), problems: [] };
  try {
    const stripe = await measureUntilMailed(parts, "stripe");
    const test = await measureUntilMailed(parts, "test");
    const waitMs = await waitForEvent(parts);
    const holdResults = await holdsBesideMails(parts);
    return {
      figures: {
        "until the mail is accepted, Stripe": figuresOf([stripe.result]),
        "until the mail is accepted, built-in provider": figuresOf([test.result]),
        "hold, while no mails are sent": figuresOf(holdResults.quiet),
        [`hold, while ${queuedMails.toLocaleString("en-US")} mails are sent`]: figuresOf(holdResults.busy),
      },
      goals: [
        {
          name: "purchases a second until the mail is accepted, Stripe",
          is: figuresOf([stripe.result]).perSecond,
          atLeast: 150,
          measures: "rate",
        },
        {
          name: "purchases a second until the mail is accepted, built-in provider",
          is: figuresOf([test.result]).perSecond,
          atLeast: 150,
          measures: "rate",
        },
        {
          name: "CPU ms of a mail with its PDF",
          is: Math.max(stripe.mailMs, test.mailMs),
          atMost: 10,
          measures: "time",
        },
        { name: "MB that the shop's process had", is: Math.max(stripe.memoryMb, test.memoryMb), atMost: 300 },
        {
          name: `p99 wait for the event's row at ${concurrentBuyers} buyers, ms`,
          is: waitMs,
          atMost: 20,
          measures: "time",
        },
        {
          name: "holds beside mails / holds without",
          is: ratioOf(figuresOf(holdResults.busy), figuresOf(holdResults.quiet)),
          atLeast: 0.8,
        },
        {
          name: "p99 of a hold beside mails, ms",
          is: figuresOf(holdResults.busy).p99Ms,
          atMost: 100,
          measures: "time",
        },
      ],
      problems: parts.problems,
    };
  } finally {
    await parts.sink.stop();
  }
}

function shopTarget({ bench, shop, buyers }: Parts, provider: "stripe" | "test"): Promise<Target> {
  const { dataDir, profileDir } = bench;
  const options = { databaseUrl: shop.url, dataDir, ...(provider === "stripe" && { stripe: buyers.stripe }) };
  return startTarget("foyer", options, profileDir);
}

function mailerOf({ bench, shop, sink }: Parts, target: Target): Promise<TargetMailer> {
  return target.startMailer({
    databaseUrl: shop.url,
    publicUrl: "http://127.0.0.1",
    dataDir: bench.dataDir,
    outboxDir: join(bench.dataDir, "outbox"),
    smtpUrl: sink.smtpUrl,
    mailFrom: "Foyer <tickets@foyer.test>",
    deadAfterMinutes: 0,
  });
}

async function measureUntilMailed(
  parts: Parts,
  provider: "stripe" | "test",
): Promise<{ result: MeasuredLoad; mailMs: number; memoryMb: number }> {
  const { bench, shop, buyers, sink, problems } = parts;
  await emptyShop(shop);
  const target = await shopTarget(parts, provider);
  const mailer = await mailerOf(parts, target);
  try {
    const plan: BuyingPlan = {
      port: target.port,
      ...shop.paidEvent,
      totalAmount,
      steps: "one",
      provider,
      ...bench,
    };
    // The first mails warm up the code that makes the others.
    const before = await sink.countMails();
    const warmUp = await buyers.run({ ...plan, connections: 20, seconds: 1 });
    const mailsBefore = before + warmUp.acknowledged;
    await waitForSink(sink, mailsBefore);
    const cpuBefore = familyCpuMsOf(mailer.pid) ?? 0;
    const startedAt = performance.now();
    const result = await bench.metered(
      target,
      () => buyers.run({ ...plan, seconds: bench.seconds / bench.rounds }),
      buyers.pid,
    );
    await waitForSink(sink, mailsBefore + result.acknowledged);
    const seconds = (performance.now() - startedAt) / 1000;
    const mailMs = ((familyCpuMsOf(mailer.pid) ?? 0) - cpuBefore) / result.acknowledged;
    const memoryMb = memoryMbOf(target.pid) ?? 0;
    problems.push(...(await problemsOf(shop, warmUp.acknowledged + result.acknowledged)));
    return { result: { ...result, served: result.acknowledged, seconds }, mailMs, memoryMb };
  } finally {
    problems.push(...(await mailer.stop()));
    await target.stop();
  }
}

/** Gives the p99 of the time that another node waits for the event's row during purchases and mails. */
async function waitForEvent(parts: Parts): Promise<number> {
  const { bench, shop, buyers, problems } = parts;
  await emptyShop(shop);
  const target = await shopTarget(parts, "stripe");
  const mailer = await mailerOf(parts, target);
  const otherNode = new pg.Client({ connectionString: shop.url });
  await otherNode.connect();
  try {
    const plan: BuyingPlan = { port: target.port, ...shop.paidEvent, totalAmount, steps: "three", ...bench };
    const seconds = bench.seconds / bench.rounds;
    const buying = buyers.run({ ...plan, connections: concurrentBuyers, seconds });
    const times: number[] = [];
    const endsAt = performance.now() + seconds * 1000;
    while (performance.now() < endsAt) {
      await otherNode.query("begin");
      const askedAt = performance.now();
      await otherNode.query("select from events where id = $1 for no key update", [shop.paidEvent.eventId]);
      times.push(performance.now() - askedAt);
      await otherNode.query("commit");
      await delay(5);
    }
    problems.push(...(await problemsOf(shop, (await buying).acknowledged)));
    return percentile(
      times.sort((one, two) => one - two),
      0.99,
    );
  } finally {
    await otherNode.end();
    problems.push(...(await mailer.stop()));
    await target.stop();
  }
}

/** Measures holds while mails are queued: `quiet` without a mailer, `busy` beside one. */
async function holdsBesideMails(parts: Parts): Promise<{ quiet: MeasuredLoad[]; busy: MeasuredLoad[] }> {
  const { bench, shop, buyers, sink, problems } = parts;
  const target = await shopTarget(parts, "stripe");
  const loadHolds = (seconds: number) =>
    bench.load(target, {
      method: "POST",
      path: "/api/registration/initRegistration",
      body: JSON.stringify({
        eventId: shop.paidEvent.eventId,
        tickets: [{ ticketId: shop.paidEvent.ticketId, quantity: 1 }],
        userTimezone: "Europe/Berlin",
      }),
      connections: bench.connections,
      seconds,
    });
  const sell = async () => {
    await emptyShop(shop);
    for (let soldCount = 0; soldCount < queuedMails; ) {
      const plan: BuyingPlan = { port: target.port, ...shop.paidEvent, totalAmount, steps: "one", ...bench };
      soldCount += (await buyers.run({ ...plan, seconds: 1 })).acknowledged;
    }
  };
  try {
    return await interleave(
      {
        quiet: async (seconds) => {
          await sell();
          return loadHolds(seconds);
        },
        busy: async (seconds) => {
          await sell();
          const mailsBefore = await sink.countMails();
          const mailer = await mailerOf(parts, target);
          try {
            await waitForSink(sink, mailsBefore + 1);
            const result = await loadHolds(seconds);
            const queued = await runQuery(shop.url, "select from mails where state = 'queued' limit 1");
            if (queued.length === 0) problems.push("all mails were sent before the holds ended");
            return result;
          } finally {
            problems.push(...(await mailer.stop()));
          }
        },
      },
      bench,
    );
  } finally {
    await target.stop();
  }
}

async function waitForSink(sink: Sink, count: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let mailCount = await sink.countMails(); mailCount < count; mailCount = await sink.countMails()) {
    if (performance.now() > deadline)
      throw new Error(`The mail server has ${mailCount} mails instead of ${count}`);
    await delay(50);
  }
}

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openRequestQueues, type RequestQueues } from "../pace.ts";
import { ProviderDown } from "../provider.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const tooMany = () => new ProviderDown("429", { trouble: "limited" });

/** A provider that accepts `perSecond` requests a second, and answers after a tenth of a second. */
function limitedProvider(perSecond: number) {
  const startedAt = performance.now();
  let remaining = perSecond;
  let filledAt = startedAt;
  const sent: { name: string; atMs: number; isRefused: boolean }[] = [];
  return {
    sent,
    ask: (name: string) => async () => {
      const now = performance.now();
      remaining = Math.min(perSecond, remaining + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      // Sums of fractions are not exactly 1.
      const isRefused = remaining < 0.999;
      if (!isRefused) remaining -= 1;
      sent.push({ name, atMs: now - startedAt, isRefused });
      await sleep(100);
      if (isRefused) throw tooMany();
      return name;
    },
  };
}

describe("200 buyers within two seconds, at a provider that accepts 25 requests a second", () => {
  const buyers = 200;
  /** Each buyer needs two requests: an intent, and a query that finds it paid. */
  const minMs = ((2 * buyers) / 25) * 1000;

  /** Webhooks report each payment, and later its fee. */
  async function playRush(pace: RequestQueues) {
    const stripe = limitedProvider(25);
    let lastPaidMs = 0;
    const startedAt = performance.now();
    const runBuyer = async (n: number) => {
      await sleep((n * 2000) / buyers);
      await pace.buyers(stripe.ask(`start ${n}`));
      await sleep(300);
      const createQuery = () => stripe.ask(`query ${n}`);
      const webhooks = Promise.allSettled(
        [0, 50, 1500].map(async (ms) => {
          await sleep(ms);
          await pace.jobs(createQuery(), `pi_${n}`);
        }),
      );
      await pace.buyers(createQuery(), `pi_${n}`);
      lastPaidMs = Math.max(lastPaidMs, performance.now() - startedAt);
      await webhooks;
    };
    const outcomes = Promise.allSettled(Array.from({ length: buyers }, (_, n) => runBuyer(n)));
    await vi.runAllTimersAsync();
    const failed = (await outcomes).filter(({ status }) => status === "rejected").length;
    return { failed, lastPaidMs, sent: stripe.sent };
  }

  test("200 buyers have paid within 1.5 times the minimum time, and few requests are refused", async () => {
    const { failed, lastPaidMs, sent } = await playRush(openRequestQueues({ perSecond: 25 }));
    expect(failed).toBe(0);
    expect(lastPaidMs).toBeGreaterThan(0.9 * minMs);
    expect(lastPaidMs).toBeLessThan(1.5 * minMs);
    expect(sent.filter(({ isRefused }) => isRefused).length).toBeLessThan(buyers / 20);
  });

  test("control: without priorities and shared queries, some of the buyers fail or they take longer", async () => {
    const { buyers: sendInTurn } = openRequestQueues({ perSecond: 25 });
    const sendUnshared = (send: () => Promise<unknown>) => sendInTurn(send);
    const { failed, lastPaidMs } = await playRush({
      buyers: sendUnshared,
      jobs: sendUnshared,
    } as RequestQueues);
    expect(failed > 0 || lastPaidMs > 1.5 * minMs).toBe(true);
  });

  test("two nodes that each send at the full rate still serve all buyers", async () => {
    const nodes = [openRequestQueues({ perSecond: 25 }), openRequestQueues({ perSecond: 25 })];
    const stripe = limitedProvider(25);
    const replies = Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => nodes[n % 2]!.buyers(stripe.ask(`start ${n}`))),
    );
    await vi.runAllTimersAsync();
    expect((await replies).filter(({ status }) => status === "rejected")).toEqual([]);
    expect(stripe.sent.at(-1)!.atMs).toBeLessThan(1.5 * 8000);
  });
});

describe("a request that waits for the provider", () => {
  test("the first request is sent immediately, and further ones at the given rate", async () => {
    const stripe = limitedProvider(1000);
    const pace = openRequestQueues({ perSecond: 10 });
    const replies = Promise.all(["a", "b", "c"].map((name) => pace.buyers(stripe.ask(name))));
    await vi.runAllTimersAsync();
    expect(await replies).toEqual(["a", "b", "c"]);
    expect(stripe.sent.map(({ atMs }) => Math.round(atMs))).toEqual([0, 100, 200]);
  });

  test("a buyer's request is sent before jobs that already wait", async () => {
    const stripe = limitedProvider(1000);
    const pace = openRequestQueues({ perSecond: 10 });
    const replies = [
      ...["job 1", "job 2"].map((name) => pace.jobs(stripe.ask(name))),
      ...["buyer 1", "buyer 2"].map((name) => pace.buyers(stripe.ask(name))),
    ];
    await vi.runAllTimersAsync();
    await Promise.all(replies);
    expect(stripe.sent.map(({ name }) => name)).toEqual(["job 1", "buyer 1", "buyer 2", "job 2"]);
  });

  test("a buyer shares a job's query that has not been sent yet, and the query moves ahead to the buyers' requests", async () => {
    const stripe = limitedProvider(1000);
    const pace = openRequestQueues({ perSecond: 10 });
    const replies = [
      pace.buyers(stripe.ask("first")),
      pace.jobs(stripe.ask("other job")),
      pace.jobs(stripe.ask("webhook's query"), "pi_1"),
      pace.buyers(stripe.ask("buyer's query"), "pi_1"),
    ];
    await vi.runAllTimersAsync();
    expect(await Promise.all(replies)).toEqual(["first", "other job", "webhook's query", "webhook's query"]);
    expect(stripe.sent.map(({ name }) => name)).toEqual(["first", "webhook's query", "other job"]);
  });

  test("a query that has been sent is not shared, because it would miss later changes", async () => {
    const stripe = limitedProvider(1000);
    const pace = openRequestQueues({ perSecond: Number.POSITIVE_INFINITY });
    const early = pace.buyers(stripe.ask("early query"), "pi_1");
    const late = pace.jobs(stripe.ask("late query"), "pi_1");
    await vi.runAllTimersAsync();
    expect([await early, await late]).toEqual(["early query", "late query"]);
  });

  test("a limited request waits longer after each of three refusals, with jitter, and is answered in the end", async () => {
    const sentAtMs: number[] = [];
    const pace = openRequestQueues({ perSecond: 1000, random: () => 0.5 });
    const request = pace.buyers(async () => {
      sentAtMs.push(performance.now());
      if (sentAtMs.length < 4) throw tooMany();
      return "done";
    });
    await vi.runAllTimersAsync();
    expect(await request).toBe("done");
    expect(sentAtMs.slice(1).map((atMs, n) => Math.round((atMs - sentAtMs[n]!) / 5) * 5)).toEqual([
      375, 750, 1500,
    ]);
  });

  const outcomeOf = (request: Promise<unknown>) =>
    request.then(
      () => "answered",
      ({ trouble }: ProviderDown) => `${trouble} after ${Math.round(performance.now() / 1000)} s`,
    );
  const sendNothing = async () => {};

  test("a buyer's request that waits fails as limited after at most 10 s, whether it was sent before or not", async () => {
    const pace = openRequestQueues({ perSecond: 1 });
    const refused = outcomeOf(
      pace.buyers(async () => {
        throw tooMany();
      }),
    );
    const unsent = Array.from({ length: 20 }, () => outcomeOf(pace.buyers(sendNothing)));
    const job = outcomeOf(pace.jobs(sendNothing));
    await vi.runAllTimersAsync();
    expect(await refused).toMatch(/^limited after ([5-9]|10) s$/);
    const requestOutcomes = await Promise.all(unsent);
    expect(requestOutcomes.filter((end) => end === "answered").length).toBeGreaterThan(4);
    expect(requestOutcomes.at(-1)).toBe("limited after 10 s");
    expect(await job).toBe("answered");
  });

  test("a job's request that waits fails as limited after at most 30 s, three times as long as a buyer's", async () => {
    const pace = openRequestQueues({ perSecond: 1 });
    const jobs = Array.from({ length: 40 }, () => outcomeOf(pace.jobs(sendNothing)));
    await vi.runAllTimersAsync();
    const outcomes = await Promise.all(jobs);
    expect(outcomes.filter((end) => end === "answered").length).toBeGreaterThan(20);
    expect(outcomes.at(-1)).toBe("limited after 30 s");
  });

  test("a request fails immediately, and is sent once, if the provider is down", async () => {
    const pace = openRequestQueues({ perSecond: 10 });
    let sent = 0;
    const request = pace.buyers(async () => {
      sent++;
      throw new ProviderDown("503");
    });
    await expect(request).rejects.toThrow("503");
    expect(sent).toBe(1);
  });
});

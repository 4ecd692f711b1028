import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPace, type Pace } from "../pace.ts";
import { ProviderDown } from "../provider.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const tooMany = () => new ProviderDown("429", { trouble: "limited" });

/** A provider that accepts `perSecond` requests a second and answers each after a tenth of a second. */
function limitedTo(perSecond: number) {
  const startedAt = performance.now();
  let left = perSecond;
  let filledAt = startedAt;
  const sent: { name: string; atMs: number; isRefused: boolean }[] = [];
  return {
    sent,
    ask: (name: string) => async () => {
      const now = performance.now();
      left = Math.min(perSecond, left + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      // Clock fractions do not add up to whole tokens.
      const isRefused = left < 0.999;
      if (!isRefused) left -= 1;
      sent.push({ name, atMs: now - startedAt, isRefused });
      await sleep(100);
      if (isRefused) throw tooMany();
      return name;
    },
  };
}

describe("200 buyers within two seconds, at a provider that takes 25 requests a second", () => {
  const buyers = 200;
  /** Each buyer needs one intent and one look that finds it paid. */
  const leastMs = ((2 * buyers) / 25) * 1000;

  /** Plays a rush: each buyer starts, pays and asks; webhooks report the payment and later the fee. */
  async function rush(pace: Pace) {
    const stripe = limitedTo(25);
    let lastPaidMs = 0;
    const startedAt = performance.now();
    const buyer = async (n: number) => {
      await sleep((n * 2000) / buyers);
      await pace.buyers(stripe.ask(`begin ${n}`));
      await sleep(300);
      const look = () => stripe.ask(`look ${n}`);
      const webhooks = Promise.allSettled(
        [0, 50, 1500].map(async (ms) => {
          await sleep(ms);
          await pace.jobs(look(), `pi_${n}`);
        }),
      );
      await pace.buyers(look(), `pi_${n}`);
      lastPaidMs = Math.max(lastPaidMs, performance.now() - startedAt);
      await webhooks;
    };
    const outcomes = Promise.allSettled(Array.from({ length: buyers }, (_, n) => buyer(n)));
    await vi.runAllTimersAsync();
    const failed = (await outcomes).filter(({ status }) => status === "rejected").length;
    return { failed, lastPaidMs, sent: stripe.sent };
  }

  test("all have paid within one and a half times the least time, and few requests are refused", async () => {
    const { failed, lastPaidMs, sent } = await rush(openPace({ perSecond: 25 }));
    expect(failed).toBe(0);
    expect(lastPaidMs).toBeGreaterThan(0.9 * leastMs);
    expect(lastPaidMs).toBeLessThan(1.5 * leastMs);
    expect(sent.filter(({ isRefused }) => isRefused).length).toBeLessThan(buyers / 20);
  });

  test("without priorities, and with a look for each who asks, they do not", async () => {
    const { buyers: inTurn } = openPace({ perSecond: 25 });
    const alone = (send: () => Promise<unknown>) => inTurn(send);
    const { failed, lastPaidMs } = await rush({ buyers: alone, jobs: alone } as Pace);
    expect(failed > 0 || lastPaidMs > 1.5 * leastMs).toBe(true);
  });

  test("two nodes that each keep the whole pace still serve everybody, by waiting for each other", async () => {
    const nodes = [openPace({ perSecond: 25 }), openPace({ perSecond: 25 })];
    const stripe = limitedTo(25);
    const request = Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => nodes[n % 2]!.buyers(stripe.ask(`begin ${n}`))),
    );
    await vi.runAllTimersAsync();
    expect((await request).filter(({ status }) => status === "rejected")).toEqual([]);
    expect(stripe.sent.at(-1)!.atMs).toBeLessThan(1.5 * 8000);
  });
});

describe("who waits for the provider", () => {
  test("is sent at once when nobody else waits, and then so many a second", async () => {
    const stripe = limitedTo(1000);
    const pace = openPace({ perSecond: 10 });
    const request = Promise.all(["a", "b", "c"].map((name) => pace.buyers(stripe.ask(name))));
    await vi.runAllTimersAsync();
    expect(await request).toEqual(["a", "b", "c"]);
    expect(stripe.sent.map(({ atMs }) => Math.round(atMs))).toEqual([0, 100, 200]);
  });

  test("goes before jobs that came earlier", async () => {
    const stripe = limitedTo(1000);
    const pace = openPace({ perSecond: 10 });
    const request = [
      ...["job 1", "job 2"].map((name) => pace.jobs(stripe.ask(name))),
      ...["buyer 1", "buyer 2"].map((name) => pace.buyers(stripe.ask(name))),
    ];
    await vi.runAllTimersAsync();
    await Promise.all(request);
    expect(stripe.sent.map(({ name }) => name)).toEqual(["job 1", "buyer 1", "buyer 2", "job 2"]);
  });

  test("shares a look that has not been sent yet, and takes a job's look along to the buyers", async () => {
    const stripe = limitedTo(1000);
    const pace = openPace({ perSecond: 10 });
    const request = [
      pace.buyers(stripe.ask("first")),
      pace.jobs(stripe.ask("other job")),
      pace.jobs(stripe.ask("webhook's look"), "pi_1"),
      pace.buyers(stripe.ask("buyer's look"), "pi_1"),
    ];
    await vi.runAllTimersAsync();
    expect(await Promise.all(request)).toEqual(["first", "other job", "webhook's look", "webhook's look"]);
    expect(stripe.sent.map(({ name }) => name)).toEqual(["first", "webhook's look", "other job"]);
  });

  test("never shares a look that has been sent: what happened since would not be seen", async () => {
    const stripe = limitedTo(1000);
    const pace = openPace({ perSecond: Number.POSITIVE_INFINITY });
    const early = pace.buyers(stripe.ask("early look"), "pi_1");
    const late = pace.jobs(stripe.ask("late look"), "pi_1");
    await vi.runAllTimersAsync();
    expect([await early, await late]).toEqual(["early look", "late look"]);
  });

  test('waits longer after each "too many", with jitter, and is answered in the end', async () => {
    const at: number[] = [];
    const pace = openPace({ perSecond: 1000, random: () => 0.5 });
    const request = pace.buyers(async () => {
      at.push(performance.now());
      if (at.length < 4) throw tooMany();
      return "done";
    });
    await vi.runAllTimersAsync();
    expect(await request).toBe("done");
    expect(at.slice(1).map((atMs, n) => Math.round((atMs - at[n]!) / 5) * 5)).toEqual([375, 750, 1500]);
  });

  test("is told that there are too many requests when patience ends, whether it was sent or not", async () => {
    const pace = openPace({ perSecond: 1 });
    const endOf = (request: Promise<unknown>) =>
      request.then(
        () => "answered",
        ({ trouble }: ProviderDown) => `${trouble} after ${Math.round(performance.now() / 1000)} s`,
      );
    const sent = async () => {};
    const refused = endOf(
      pace.buyers(async () => {
        throw tooMany();
      }),
    );
    const unsent = Array.from({ length: 20 }, () => endOf(pace.buyers(sent)));
    const job = endOf(pace.jobs(sent));
    await vi.runAllTimersAsync();
    expect(await refused).toMatch(/^limited after 1[0-5] s$/);
    const ends = await Promise.all(unsent);
    expect(ends.filter((end) => end === "answered").length).toBeGreaterThan(5);
    expect(ends.at(-1)).toBe("limited after 15 s");
    expect(await job).toBe("answered");
  });

  test("hears of every other failure at once", async () => {
    const pace = openPace({ perSecond: 10 });
    let sent = 0;
    const request = pace.buyers(async () => {
      sent++;
      throw new ProviderDown("503");
    });
    await expect(request).rejects.toThrow("503");
    expect(sent).toBe(1);
  });
});

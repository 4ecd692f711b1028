import { setTimeout as wait } from "node:timers/promises";
import { fakePublishableKey, fakeSecretKey, startFakeStripe } from "../../server/testing/fakeStripe.ts";
import { emptyShop, openShop, problemsOf, type Shop, unfinishedPurchases } from "../databases.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { totalAmount } from "./letters.ts";

const buyers = 200;
const arrivalMs = 2_000;
const requestsPerSecond = 25;
const webhookSecret = "whsec_rush";

/**
 * Measures the time until all have paid at a Stripe that limits requests. The least possible time is that of two
 * requests for each sale (one creates the intent, one reads that it is paid), and of this machine's own work. The
 * latter is the time of a rush without a limit, minus the time in which the buyers come.
 */
export async function rush(bench: Bench): Promise<Report> {
  const shop = await openShop(bench.clusterUrl, "rush");
  const stripe = await startFakeStripe({
    webhookSecret,
    isSubscribed: (type) => type !== "payment_intent.created",
  });
  const problems: string[] = [];
  const runRush = async (perSecond: number | null) => {
    const foyer = await startTarget("foyer", {
      databaseUrl: shop.url,
      dataDir: bench.dataDir,
      stripe: {
        secretKey: fakeSecretKey,
        publishableKey: fakePublishableKey,
        webhookSecrets: [webhookSecret],
        apiBase: stripe.url,
        requestsPerSecond: perSecond ?? 999_999,
      },
    });
    try {
      stripe.sendWebhooksTo(`http://127.0.0.1:${foyer.port}/api/stripe/webhook`);
      // The first purchase warms up the code of all others.
      await buy(shop, { port: foyer.port, pay: stripe.pay, name: "first" });
      await stripe.settled();
      await emptyShop(shop);
      stripe.limitTo(perSecond);
      const requestsBefore = stripe.requests().length;
      const startedAt = performance.now();
      await Promise.all(
        Array.from({ length: buyers }, async (_, n) => {
          await wait((n * arrivalMs) / buyers);
          return buy(shop, { port: foyer.port, pay: stripe.pay, name: `buyer${n}` });
        }),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      await stripe.settled();
      problems.push(...(await problemsOf(shop, buyers)), ...(await unfinishedPurchases(shop, buyers)));
      const requests = stripe.requests().length - requestsBefore;
      return { seconds, requests };
    } finally {
      await foyer.stop();
      stripe.limitTo(null);
    }
  };
  try {
    const unlimited = await runRush(null);
    const limited = await runRush(requestsPerSecond);
    const minSeconds = (2 * buyers) / requestsPerSecond + unlimited.seconds - arrivalMs / 1000;
    return {
      title: `${buyers} buyers within ${arrivalMs / 1000} s, at a Stripe that takes ${requestsPerSecond} requests a second`,
      figures: {},
      goals: [
        {
          name: `time until all have paid (${limited.seconds.toFixed(1)} s) / least possible time (${minSeconds.toFixed(1)} s)`,
          is: limited.seconds / minSeconds,
          atMost: 1.5,
        },
        { name: "requests to Stripe for each sale", is: limited.requests / buyers, atMost: 4.5 },
      ],
      problems,
    };
  } finally {
    await stripe.close();
  }
}

async function buy(
  { paidEvent }: Shop,
  { port, pay, name }: { port: number; pay: (intentId: string) => unknown; name: string },
): Promise<void> {
  const callApi = async <T>(call: string, body: object): Promise<T> => {
    for (;;) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/${call}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { payload, msg } = (await reply.json()) as { payload: T; msg: string };
      if (reply.ok) return payload;
      if (reply.status !== 503) throw new Error(`${call} was answered ${reply.status}: ${msg}`);
      await wait(Number(reply.headers.get("retry-after")) * 1000);
    }
  };
  const email = `${name}@example.org`;
  const { eventId, ticketId } = paidEvent;
  const { order, accessKey } = await callApi<{ order: { id: number }; accessKey: string }>(
    "registration/express",
    {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      attendees: [{ ticketId, firstName: "Zoë", lastName: "Möller", email, isPrimary: true }],
      email,
      userTimezone: "Europe/Berlin",
      totalAmount,
    },
  );
  const intent = await callApi<{ paymentIntentId: string }>("stripe/create-payment-intent", {
    orderId: order.id,
    accessKey,
  });
  const { paymentIntentId } = intent;
  pay(paymentIntentId);
  const answer = await callApi<{ processed: boolean }>("stripe/confirm-payment", {
    paymentIntentId,
    accessKey,
  });
  if (!answer.processed) throw new Error(`${paymentIntentId} was paid, but is not settled`);
}

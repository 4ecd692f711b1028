/**
 * Buyers and the payment provider, in their own process: the fake Stripe answers over HTTP like the real one, and sends
 * signed webhooks. A buyer orders, gets the intent, and pays at the provider. The purchase is complete when its webhook
 * was answered with 2xx.
 */
import { randomBytes } from "node:crypto";
import { startFakeStripe } from "../../server/testing/fakeStripe.ts";
import { type Conversation, openConversation, postOf } from "./connection.ts";
import type { BuyingPlan, LoadResult } from "./plan.ts";

const webhookPath = "/api/stripe/webhook";
// The webhook's events as the README sets them up.
const hears = (type: string): boolean =>
  /^(payment_intent\.(?!created)|charge\.refunded$|refund\.|charge\.dispute\.)/.test(type);

let carriers: Conversation[] = [];
const free: Conversation[] = [];
const answered = new Map<string, (status: number) => void>();

const stripe = await startFakeStripe({
  webhookSecret: process.argv[2]!,
  hears,
  isJudged: false,
  carry: async (_url, headers, body, { type, data }) => {
    const carrier = free.pop();
    if (carrier === undefined) throw new Error("More webhooks are under way than there are connections");
    const { status } = await carrier.ask(postOf(webhookPath, body, headers));
    free.push(carrier);
    if (type === "payment_intent.succeeded") answered.get(data.object.id as string)?.(status);
    return status;
  },
});

process.on("message", (plan: BuyingPlan) => {
  void run(plan).then((result) => process.send!(result));
});
process.once("disconnect", () => process.exit());
process.send!(Number(new URL(stripe.url).port));

async function run(plan: BuyingPlan): Promise<LoadResult> {
  const latencies = new Map<number, number>();
  const refused: Record<string, number> = {};
  const keys = randomBytes(12).toString("hex");
  let count = 0;
  let served = 0;
  let acknowledged = 0;
  let sample = "";
  carriers = Array.from({ length: 3 * plan.connections }, () => openConversation(plan.port));
  free.splice(0, free.length, ...carriers);
  stripe.sendWebhooksTo(`http://127.0.0.1:${plan.port}${webhookPath}`);

  const endsAt = performance.now() + plan.seconds * 1000;
  const buyer = async (): Promise<void> => {
    const connection = openConversation(plan.port);
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const n = count++;
      const ask = async <T>(call: string, body: object): Promise<T> => {
        const headers = {
          "content-type": "application/json",
          "idempotency-key": `${keys}-${call.length}-${n}`,
          ...(plan.withAddresses === true && {
            "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
          }),
        };
        const answer = await connection.ask(postOf(`/api/${call}`, JSON.stringify(body), headers));
        const text = answer.body.toString("utf8");
        if (sample === "" || answer.status !== 200) sample = text;
        if (answer.status !== 200) throw new Refused(answer.status);
        return (JSON.parse(text) as { payload: T }).payload;
      };
      try {
        const ordered = await order(ask, plan, `buyer${n}@example.org`);
        const paid = plan.pays === "test" ? await payByCard(ordered, ask) : await pay(ordered, ask);
        if (paid !== 200) throw new Refused(paid);
        acknowledged += 1;
        const ms = performance.now();
        if (ms >= endsAt) continue;
        served += 1;
        const tenths = Math.ceil((ms - startedAt) * 10);
        latencies.set(tenths, (latencies.get(tenths) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused[error.status] = (refused[error.status] ?? 0) + 1;
        if (error.status === 0) break;
      }
      if (plan.pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, plan.pauseMs));
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: plan.connections }, buyer));
  await stripe.settled();
  for (const carrier of carriers) carrier.end();
  return {
    served,
    acknowledged,
    seconds: plan.seconds,
    refused,
    latencies: [...latencies].sort(([a], [b]) => a - b),
    sample,
  };
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Answered ${status}`);
    this.status = status;
  }
}

type Ask = <T>(call: string, body: object) => Promise<T>;

interface Ordered {
  orderId: number;
  accessKey: string;
}

/** Orders one ticket: in one call, or in the three calls of the pages. */
async function order(ask: Ask, plan: BuyingPlan, email: string): Promise<Ordered> {
  const { eventId, ticketId, totalAmount } = plan;
  const tickets = [{ ticketId, quantity: 1 }];
  const attendees = [{ ticketId, firstName: "Zoë", lastName: "Möller", email, isPrimary: true }];
  const userTimezone = "Europe/Berlin";
  if (plan.steps === "one") {
    const answer = await ask<{ order: { id: number }; accessKey: string }>("registration/express", {
      eventId,
      tickets,
      attendees,
      email,
      userTimezone,
      totalAmount,
    });
    return { orderId: answer.order.id, accessKey: answer.accessKey };
  }
  const { registration, accessKey } = await ask<{ registration: { id: number }; accessKey: string }>(
    "registration/initRegistration",
    { eventId, tickets, userTimezone },
  );
  const registrationId = registration.id;
  await ask("registration/save", { registrationId, accessKey, attendees });
  const placed = await ask<{ order: { id: number } }>("order/createOrder", {
    registrationId,
    accessKey,
    totalAmount,
  });
  return { orderId: placed.order.id, accessKey };
}

/** Pays with a valid card. Returns the status of the answer to its webhook. */
async function pay(ordered: Ordered, ask: Ask): Promise<number> {
  const { paymentIntentId } = await ask<{ paymentIntentId: string }>("stripe/create-payment-intent", ordered);
  const answer = new Promise<number>((resolve) => answered.set(paymentIntentId, resolve));
  stripe.pay(paymentIntentId);
  const status = await answer;
  answered.delete(paymentIntentId);
  return status;
}

const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };

/** Pays with the built-in provider. Returns 200 when that has settled the order. */
async function payByCard(ordered: Ordered, ask: Ask): Promise<number> {
  const { paymentIntentId } = await ask<{ paymentIntentId: string }>("stripe/create-payment-intent", ordered);
  const { accessKey } = ordered;
  const answer = await ask<{ processed: boolean }>("stripe/confirm-payment", {
    paymentIntentId,
    accessKey,
    card,
  });
  return answer.processed ? 200 : 202;
}

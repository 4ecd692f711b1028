/**
 * This process is the buyers and the fake Stripe. A purchase is complete when its webhook was answered with 200, or
 * with the built-in provider when the call has settled the order.
 */
import { randomBytes } from "node:crypto";
import { startFakeStripe } from "../../server/testing/fakeStripe.ts";
import { type Conversation, openConversation, postOf } from "./connection.ts";
import type { BuyingPlan, LoadResult } from "./plan.ts";

const webhookPath = "/api/stripe/webhook";
// The events to which the README subscribes, without those about fees (charge.updated).
const isSubscribed = (type: string): boolean =>
  /^(payment_intent\.(?!created)|charge\.refunded$|refund\.|charge\.dispute\.)/.test(type);

let webhookConnections: Conversation[] = [];
const freeConnections: Conversation[] = [];
const webhookWaiters = new Map<string, (status: number) => void>();

const stripe = await startFakeStripe({
  webhookSecret: process.argv[2]!,
  isSubscribed,
  isValidated: false,
  postWebhook: async (_url, headers, body, { type, data }) => {
    // This connection was unused for longest. Otherwise the server could close one as idle.
    const connection = freeConnections.shift();
    if (connection === undefined) throw new Error("More webhooks are under way than there are connections");
    const { status } = await connection.ask(postOf(webhookPath, body, headers));
    freeConnections.push(connection);
    if (type === "payment_intent.succeeded") webhookWaiters.get(data.object.id as string)?.(status);
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
  // Three connections of the fake Stripe for each buyer. `postWebhook` throws if they are too few.
  webhookConnections = Array.from({ length: 3 * plan.connections }, () => openConversation(plan.port));
  freeConnections.splice(0, freeConnections.length, ...webhookConnections);
  stripe.sendWebhooksTo(`http://127.0.0.1:${plan.port}${webhookPath}`);

  const endsAt = performance.now() + plan.seconds * 1000;
  const buyer = async (): Promise<void> => {
    const connection = openConversation(plan.port);
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const n = count++;
      const callApi = async <T>(call: string, body: object): Promise<T> => {
        const headers = {
          "content-type": "application/json",
          "idempotency-key": `${keys}-${n}`,
          ...(plan.withAddresses === true && {
            "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
          }),
        };
        const reply = await connection.ask(postOf(`/api/${call}`, JSON.stringify(body), headers));
        const text = reply.body.toString("utf8");
        if (sample === "" || reply.status !== 200) sample = text;
        if (reply.status !== 200) throw new RefusedError(reply.status);
        return (JSON.parse(text) as { payload: T }).payload;
      };
      try {
        const placedOrder = await order(callApi, plan, `buyer${n}@example.org`);
        const paidStatus =
          plan.provider === "test" ? await payByCard(placedOrder, callApi) : await pay(placedOrder, callApi);
        if (paidStatus !== 200) throw new RefusedError(paidStatus);
        acknowledged += 1;
        const ms = performance.now();
        if (ms >= endsAt) continue;
        served += 1;
        const tenths = Math.ceil((ms - startedAt) * 10);
        latencies.set(tenths, (latencies.get(tenths) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        refused[error.status] = (refused[error.status] ?? 0) + 1;
        // The connection broke.
        if (error.status === 0) break;
      }
      if (plan.pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, plan.pauseMs));
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: plan.connections }, buyer));
  await stripe.settled();
  for (const connection of webhookConnections) connection.end();
  return {
    served,
    acknowledged,
    seconds: plan.seconds,
    refused,
    latencies: [...latencies].sort(([a], [b]) => a - b),
    sample,
  };
}

class RefusedError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Answered ${status}`);
    this.status = status;
  }
}

type CallApi = <T>(call: string, body: object) => Promise<T>;

interface PlacedOrder {
  orderId: number;
  accessKey: string;
}

async function order(callApi: CallApi, plan: BuyingPlan, email: string): Promise<PlacedOrder> {
  const { eventId, ticketId, totalAmount } = plan;
  const tickets = [{ ticketId, quantity: 1 }];
  const attendees = [{ ticketId, firstName: "Zoë", lastName: "Möller", email, isPrimary: true }];
  const userTimezone = "Europe/Berlin";
  if (plan.steps === "one") {
    const reply = await callApi<{ order: { id: number }; accessKey: string }>("registration/express", {
      eventId,
      tickets,
      attendees,
      email,
      userTimezone,
      totalAmount,
    });
    return { orderId: reply.order.id, accessKey: reply.accessKey };
  }
  const { registration, accessKey } = await callApi<{ registration: { id: number }; accessKey: string }>(
    "registration/initRegistration",
    { eventId, tickets, userTimezone },
  );
  const registrationId = registration.id;
  await callApi("registration/save", { registrationId, accessKey, attendees });
  const created = await callApi<{ order: { id: number } }>("order/createOrder", {
    registrationId,
    accessKey,
    totalAmount,
  });
  return { orderId: created.order.id, accessKey };
}

/** Pays at the fake Stripe. Returns the status of Foyer's answer to the webhook. */
async function pay(placedOrder: PlacedOrder, callApi: CallApi): Promise<number> {
  const { paymentIntentId } = await callApi<{ paymentIntentId: string }>(
    "stripe/create-payment-intent",
    placedOrder,
  );
  const reply = new Promise<number>((resolve) => webhookWaiters.set(paymentIntentId, resolve));
  stripe.pay(paymentIntentId);
  const status = await reply;
  webhookWaiters.delete(paymentIntentId);
  return status;
}

const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };

/** Pays with the built-in provider. Returns 200 if the call has settled the order. */
async function payByCard(placedOrder: PlacedOrder, callApi: CallApi): Promise<number> {
  const { paymentIntentId } = await callApi<{ paymentIntentId: string }>(
    "stripe/create-payment-intent",
    placedOrder,
  );
  const { accessKey } = placedOrder;
  const reply = await callApi<{ processed: boolean }>("stripe/confirm-payment", {
    paymentIntentId,
    accessKey,
    card,
  });
  return reply.processed ? 200 : 202;
}

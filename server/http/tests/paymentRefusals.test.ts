/**
 * The message for each failure of Stripe, at each moment of a payment. Once a card may have been charged no message
 * says that nothing was charged, or to try again.
 */
import { glob, readFile } from "node:fs/promises";
import type { NotNull } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leaveList } from "../../checkout/leaveList.ts";
import type { PaymentProvider } from "../../payments/provider.ts";
import { buildEntry, buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { expressPayment, order, startedPayment } from "../../testing/buying.ts";
import { type Office, openOffice } from "../../testing/office.ts";
import { type StripeApp, stripeApp, stripeAt } from "../../testing/stripeApp.ts";
import { busyWords, momentByCall } from "../paymentRefusals.ts";

let app: StripeApp;
let office: Office;
let isSilent = false;
const bought: Awaited<ReturnType<typeof settled>>[] = [];
beforeAll(async () => {
  let impatient: PaymentProvider | undefined;
  const now = (patient: PaymentProvider) => {
    if (!isSilent) return patient;
    impatient ??= stripeAt(app.stripe, app.services.clock, { timeoutMs: 30 });
    return impatient;
  };
  app = await stripeApp({
    webhooks: false,
    wrap: (provider) => ({
      ...provider,
      createIntent: (request) => now(provider).createIntent(request),
      retrieve: (ref) => now(provider).retrieve(ref),
      cancel: (ref) => now(provider).cancel(ref),
      refund: (request) => now(provider).refund(request),
    }),
  });
  office = await openOffice(app);
  // Made while Stripe answers, to be changed while it fails.
  for (let n = 0; n < 2 * faults.length; n++) bought.push(await settled());
});
afterAll(() => app.close());

type Trouble = "down" | "limited" | "key" | "refused";

/** The failures, and the trouble of each. Two of those that the SDK retries. */
const faults: [name: string, trouble: Trouble, begin: () => void][] = [
  ["no connection", "down", () => app.stripe.down(true)],
  ["a cut connection", "down", () => app.stripe.timeoutNextButDoIt(2)],
  ["no answer in time", "down", () => beSilent()],
  ["500", "down", () => app.stripe.failNext(2, 500)],
  ["503", "down", () => app.stripe.failNext(2, 503)],
  ["409", "down", () => app.stripe.failNext(2, 409)],
  ["429", "limited", () => app.stripe.failNext(1, 429)],
  ["401", "key", () => app.stripe.failNext(1, 401)],
  ["403", "key", () => app.stripe.failNext(1, 403)],
  ["400", "refused", () => app.stripe.failNext(1, 400)],
  ["404", "refused", () => app.stripe.failNext(1, 404)],
];

function beSilent(): void {
  isSilent = true;
  app.stripe.delayMs(60_000);
}

function recover(): void {
  isSilent = false;
  app.stripe.delayMs(0);
  app.stripe.down(false);
  app.stripe.failNone();
}

/** Runs an action under each failure of Stripe; returns the answers by the name of the fault. */
async function underEach<T>(act: () => Promise<T>): Promise<{ name: string; trouble: Trouble; told: T }[]> {
  const answers: { name: string; trouble: Trouble; told: T }[] = [];
  for (const [name, trouble, begin] of faults) {
    begin();
    try {
      answers.push({ name, trouble, told: await act() });
    } finally {
      recover();
    }
  }
  return answers;
}

async function onSale(price = 2500) {
  const event = await buildEvent(app.database.db, {
    clubId: office.clubId,
    config: { cancelUntilHours: 0 },
    start: new Date(app.time.now.getTime() + 86_400_000),
  });
  return { eventId: event.id, ticketId: (await buildTicket(app.database.db, event.id, { price })).id };
}

async function paidAtTheBank() {
  const { eventId, ticketId } = await onSale();
  const begun = await expressPayment(app, eventId, ticketId);
  app.stripe.pay(begun.paymentIntentId);
  return { eventId, ...begun };
}

async function settled() {
  const paid = await paidAtTheBank();
  const { paymentIntentId, accessKey } = paid;
  const reply = await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
  return { ...paid, orderId: reply.payload.order.id };
}

async function donation() {
  const { eventId } = await onSale();
  const gift = { eventId, amount: 500, sponsorData: { firstName: "Ada", email: "ada@example.org" } };
  const { sponsorship, accessKey } = (await app.ask("sponsorship/create", { body: gift })).payload;
  return { sponsorshipId: sponsorship.id, accessKey };
}

const busy = (msg: string) => ({ status: 503, code: "busy", msg });
const mayHavePaid = busy(
  "Your bank may have paid already, so do not pay twice. We keep asking, and mail you as soon as we know.",
);
const stillHeld = busy(
  "We could not check whether you have paid. What you reserved stays reserved until its time runs out. If you have paid, do not pay again: we mail you as soon as we know.",
);
/** Words that no message may have once a card may have been charged. */
const forbidden = /nothing was charged|try again/i;
const beginning: Record<Trouble, object> = {
  down: busy("The payment provider does not answer. Nothing was charged. Please try again in a moment."),
  limited: busy(
    "Many people are paying at this moment. Nothing was charged. Please try again in a few seconds.",
  ),
  key: busy("Payments do not work at this moment. Nothing was charged. Please tell the organiser."),
  refused: { status: 402, code: "paymentFailed" },
};
const toStaff: Record<Trouble, object> = {
  down: busy("The payment provider does not answer, so nothing was changed. Try again in a few minutes."),
  limited: busy(
    "The payment provider takes no more requests at this moment, so nothing was changed. Try again in a few minutes.",
  ),
  key: busy(
    "The payment provider does not accept our key, so nothing was changed. The server’s log says why.",
  ),
  refused: busy(
    "The payment provider refused the request, so nothing was changed. The server’s log says why.",
  ),
};

/** If the account lacks an intent of ours, the intent was made with another key. */
const keyWhere404 = (name: string, trouble: Trouble): Trouble => (name === "404" ? "key" : trouble);

describe("while Stripe fails, in each way that it may", () => {
  test("whoever begins to pay for tickets reads that nothing was charged", async () => {
    const { eventId, ticketId } = await onSale();
    const answers = await underEach(async () => {
      const placed = await order(app, eventId, ticketId);
      const body = { orderId: placed.order.id, accessKey: placed.accessKey };
      return app.ask("stripe/create-payment-intent", { body });
    });
    for (const { name, trouble, told } of answers)
      expect({ name, ...told }).toMatchObject(beginning[trouble]);
  });

  test("whoever begins to pay for a donation reads the same", async () => {
    const answers = await underEach(async () =>
      app.ask("sponsorship/createSponsorshipPaymentIntent", { body: await donation() }),
    );
    for (const { name, trouble, told } of answers)
      expect({ name, ...told }).toMatchObject(beginning[trouble]);
  });

  test("whoever begins to pay for extras reads the same", async () => {
    const { eventId, ticketId } = await onSale(0);
    const { id: extrasId } = await buildExtras(app.database.db, eventId, { price: 1000, maxStock: 100 });
    const { registrationId, accessKey } = await order(app, eventId, ticketId);
    const body = { registrationId, accessKey, extras: [{ extrasId, quantity: 1 }] };
    for (const { name, trouble, told } of await underEach(() => app.ask("extras/purchaseExtras", { body })))
      expect({ name, ...told }).toMatchObject(beginning[trouble]);
  });

  test.each(["stripe/confirm-payment", "stripe/get-registration-from-payment"] as const)(
    "whoever has paid and asks by %s reads that the bank may have paid, and has the tickets afterwards",
    async (call) => {
      const { paymentIntentId, accessKey } = await paidAtTheBank();
      const proof = { paymentIntentId, accessKey };
      const ask = () => app.ask(call, call === "stripe/confirm-payment" ? { body: proof } : { query: proof });
      for (const { name, told } of await underEach(ask)) {
        expect({ name, ...told }).toMatchObject(mayHavePaid);
        expect(told.msg).not.toMatch(forbidden);
        expect(told.headers["retry-after"]).toBeDefined();
      }
      expect((await ask()).payload.processed).toBe(true);
    },
  );

  test("whoever gives up tickets reads that they stay held, and buys them if the bank has paid", async () => {
    const { registrationId, accessKey } = await paidAtTheBank();
    const ask = () => app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
    for (const { name, trouble, told } of await underEach(ask)) {
      expect({ name, trouble, ...told }).toMatchObject(stillHeld);
      expect(told.msg).not.toMatch(forbidden);
    }
  });

  test("whoever gives up a donation reads the same", async () => {
    const gift = await donation();
    await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: gift });
    for (const { name, told } of await underEach(() => app.ask("sponsorship/release", { body: gift })))
      expect({ name, ...told }).toMatchObject(stillHeld);
  });

  test("whoever leaves a waiting list with an offer that may be paid reads the same", async () => {
    const { eventId, ticketId } = await onSale();
    const begun = await expressPayment(app, eventId, ticketId);
    const entry = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
    await app.database.db
      .updateTable("waiting_entries")
      .set({ state: "offered", registration_id: begun.registrationId })
      .where("id", "=", entry.entryId)
      .execute();
    for (const { name, told } of await underEach(() => app.ask("waitingList/leave", { body: entry })))
      expect({ name, ...told }).toMatchObject(stillHeld);
  });

  test("whoever leaves a waiting list while places are offered again and again reads what may have happened", async () => {
    const { eventId, ticketId } = await onSale();
    const entry = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
    // Each read finds that the entry waits, and each lock that it was offered places since.
    let reads = 0;
    const db = app.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) =>
          "state_now" in row ? { ...row, state_now: reads++ % 2 === 0 ? "waiting" : "offered" } : row,
        ),
      }),
    });
    const left = leaveList(db, app.services.provider, entry.entryId, { actor: "visitor", now: app.time.now });
    await expect(left).rejects.toMatchObject({
      code: "busy",
      message: expect.stringMatching(/a payment for them may have begun, so this entry is still on/),
    });
    await expect(left).rejects.not.toMatchObject({ message: expect.stringMatching(forbidden) });
    expect(reads).toBe(6);
  });

  test("staff who cancel what may be being paid, or take somebody's offer back, read that it was not done", async () => {
    const { registrationId, eventId } = await paidAtTheBank();
    const { ticket_id: ticketId } = await app.database.db
      .selectFrom("attendees")
      .select("ticket_id")
      .where("registration_id", "=", registrationId)
      .$narrowType<{ ticket_id: NotNull }>()
      .executeTakeFirstOrThrow();
    const { entryId } = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
    await app.database.db
      .updateTable("waiting_entries")
      .set({ state: "offered", registration_id: registrationId })
      .where("id", "=", entryId)
      .execute();
    const token = office.tokens.admin;
    const cancel = () =>
      app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token });
    const takeOff = () => app.ask("waitingList/remove", { body: { entryId }, token });
    for (const act of [cancel, takeOff] as (() => Promise<object>)[])
      for (const { name, trouble, told } of await underEach(act))
        expect({ name, ...told }).toMatchObject(toStaff[keyWhere404(name, trouble)]);
  });

  test("staff who mark as paid what may be being paid are not kept waiting; only a no stops them", async () => {
    const begun: number[] = [];
    for (let n = 0; n < faults.length; n++) {
      const { eventId, ticketId } = await onSale();
      begun.push((await startedPayment(app, eventId, ticketId)).order.id);
    }
    const answers = await underEach(() => {
      const body = { orderId: begun.pop()!, amount: 2500, paidBy: "cash" as const };
      return app.ask("order/markPaid", { body, token: office.tokens.admin });
    });
    for (const { name, trouble, told } of answers) {
      const isNo = keyWhere404(name, trouble) === "refused";
      expect({ name, ...told }).toMatchObject(isNo ? toStaff.refused : { status: 200 });
    }
  });

  test("staff who ask for fees read that nothing was changed, and are told those that can be", async () => {
    const { eventId } = bought.at(-1)!;
    const token = office.tokens.admin;
    const { db } = app.database;
    await db.updateTable("payments").set({ fee_amount: null, fee_currency: null }).execute();
    const ask = () => app.ask("event/askFees", { body: { eventId }, token });
    for (const { name, trouble, told } of await underEach(ask))
      expect({ name, ...told }).toMatchObject(trouble === "refused" ? { status: 200 } : toStaff[trouble]);
  });

  test("staff who delete what may be being paid read that it was not done, and why", async () => {
    const { registrationId, eventId } = await paidAtTheBank();
    const query = { registrationId, eventId };
    const ask = () => app.ask("registration/removeRegistration", { query, token: office.tokens.admin });
    for (const { name, trouble, told } of await underEach(ask))
      expect({ name, ...told }).toMatchObject(toStaff[keyWhere404(name, trouble)]);
  });

  test("a refund by staff is taken down at once, and its job asks until Stripe answers", async () => {
    const answers = await underEach(async () => {
      const { orderId } = bought.pop()!;
      const body = { orderId, amount: 500 };
      const request = await app.ask("order/refund", { body, token: office.tokens.admin });
      const job = await app.checkout.makeRefunds(orderId).then(
        () => "done",
        () => "thrown",
      );
      return { asked: request.status, job, state: await refundState(orderId) };
    });
    for (const { name, trouble, told } of answers)
      expect({ name, ...told }).toMatchObject(
        trouble === "refused"
          ? { asked: 200, job: "done", state: "failed" }
          : { asked: 200, job: "thrown", state: "due" },
      );
  });

  test("a buyer's own cancelling is taken down at once, with the amount that goes back", async () => {
    const answers = await underEach(async () => {
      const { registrationId, accessKey } = bought.pop()!;
      const body = { registrationId, accessKey, refundAmount: 2500 };
      return app.ask("registration/cancelOwn", { body });
    });
    for (const { name, told } of answers)
      expect({ name, status: told.status }).toEqual({ name, status: 200 });
  });

  test("a delivery is not taken, so that Stripe delivers it again", async () => {
    const { paymentIntentId } = await settled();
    const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
    app.stripe.sendWebhooksTo(`${url}/api/stripe/webhook`);
    const answers = await underEach(async () => {
      const before = app.stripe.deliveries().length;
      app.stripe.dispute(paymentIntentId);
      await app.stripe.settled();
      return app.stripe.deliveries().slice(before);
    });
    for (const { name, told } of answers)
      expect({ name, told }).toMatchObject({ told: [{ type: "charge.dispute.created", status: 503 }] });
  });
});

describe("while we ourselves are busy", () => {
  const callsOf = (moment: string) =>
    Object.entries(momentByCall).flatMap(([call, its]) => (its === moment ? [call] : []));

  test.each(callsOf("paid"))("whoever may have paid reads so, and not to pay twice: %s", (call) => {
    expect(busyWords(call)).toBe(mayHavePaid.msg);
    expect(busyWords(call)).not.toMatch(forbidden);
  });

  test.each(callsOf("giveUp"))("whoever gives up what they may have paid for reads so: %s", (call) => {
    expect(busyWords(call)).toBe(stillHeld.msg);
    expect(busyWords(call)).not.toMatch(forbidden);
  });

  test.each([...callsOf("begin"), "registration/initRegistration"])(
    "whoever cannot have paid yet is asked to come again: %s",
    (call) => expect(busyWords(call)).toMatch(/try again in a few seconds/),
  );
});

describe("every route that can reach the provider", () => {
  /** Calls of staff: their message is true at any moment, because nothing was changed. */
  const ofStaff = [
    "event/askFees",
    "order/markPaid",
    "registration/removeRegistration",
    "registration/updateStatus",
    "waitingList/remove",
  ];
  /** They use the checkout, or name the provider, without a request to it. */
  const askNothing = [
    "door/sell",
    "files/unsubscribe.ts",
    "health/ready",
    "info",
    "order/createOrder",
    "registration/express",
    "registration/initRegistration",
    "registration/save",
    "sponsorship/create",
  ];

  test("is listed: one that is not would tell a buyer staff's words", async () => {
    const found: string[] = [];
    const root = new URL("../../routes/", import.meta.url);
    for await (const path of glob("**/*.ts", { cwd: root })) {
      if (path.endsWith(".test.ts")) continue;
      const source = await readFile(new URL(path, root), "utf8");
      if (/checkout|provider/.test(source)) found.push(/route\(\s*"([^"]+)"/.exec(source)?.[1] ?? path);
    }
    const ofBuyers = Object.keys(momentByCall).map((call) =>
      call === "stripe/webhook" ? "files/webhook.ts" : call,
    );
    expect(found.toSorted()).toEqual([...ofStaff, ...askNothing, ...ofBuyers].toSorted());
  });
});

async function refundState(orderId: number): Promise<string> {
  const { state } = await app.database.db
    .selectFrom("refunds")
    .select("state")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return state;
}

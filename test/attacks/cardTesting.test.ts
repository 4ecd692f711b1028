/** An attacker tries stolen card numbers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  manyDeclinesOfEvent,
  maxDeclinesOfPayer,
  maxDeclinesUnderAttack,
} from "../../server/checkout/declines.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../server/testing/builders.ts";
import { card, placeTestOrder } from "../../server/testing/buying.ts";
import { type StripeApp, stripeApp } from "../../server/testing/stripeApp.ts";

const declined = "4000000000000002";
const hourMs = 3_600_000;
let donors = 0;
const from = (client: string) => ({ headers: { "x-forwarded-for": client } });

/** Begins a donation: a payment that needs no places. */
async function beginDonation(
  app: TestApp,
  eventId: number,
  { client, email }: { client: string; email?: string },
) {
  const sponsorData = { firstName: "Ada", email: email ?? `ada${donors++}@example.org` };
  const donation = await app.ask("sponsorship/create", {
    body: { eventId, amount: 500, sponsorData },
    ...from(client),
  });
  if (donation.status !== 200) throw new Error(`${donation.code} ${donation.msg}`);
  const { sponsorship, accessKey } = donation.payload;
  const proof = { sponsorshipId: sponsorship.id, accessKey };
  const started = await app.ask("sponsorship/createSponsorshipPaymentIntent", {
    body: proof,
    ...from(client),
  });
  return { started, accessKey };
}

describe("cards that our own page takes", () => {
  let app: TestApp;
  let eventId: number;
  beforeAll(async () => {
    app = await testApp({ limited: true, trustProxy: 1 });
  });
  beforeEach(async () => {
    app.time.now = new Date(app.time.now.getTime() + 2 * hourMs);
    ({ id: eventId } = await buildEvent(app.database.db));
  });
  afterAll(() => app.close());

  async function tryCard(number: string, who: { client: string; email?: string }, event = eventId) {
    const { started, accessKey } = await beginDonation(app, event, who);
    if (started.status !== 200) return started;
    const body = { paymentIntentId: started.payload.paymentIntentId, accessKey, card: card(number) };
    return app.ask("stripe/confirm-payment", { body, ...from(who.client) });
  }
  const outcomesOf = async (times: number, next: (n: number) => Promise<{ code?: string }>) => {
    const codes = [];
    for (let n = 0; n < times; n++) codes.push((await next(n)).code);
    return { declined: codes.filter((code) => code === "paymentFailed").length, last: codes.at(-1) };
  };
  /** A new event each time, so that only the client or the mail address is counted. */
  const newEventId = async () => (await buildEvent(app.database.db)).id;

  test("after twenty declines within an hour a client cannot pay, even with a valid card, but others can", async () => {
    const attacker = { client: "192.0.2.1" };
    const outcomes = await outcomesOf(25, async () => tryCard(declined, attacker, await newEventId()));
    expect(outcomes).toEqual({ declined: maxDeclinesOfPayer, last: "tooMany" });
    const refused = await tryCard("4242424242424242", attacker);
    expect(refused).toMatchObject({ status: 429, code: "tooMany" });
    expect(refused.msg).toBe(
      "Several cards were declined, so paying is paused for you. Try again in 10 minutes, or ask the organiser for another way to pay.",
    );
    expect((await tryCard("4242424242424242", { client: "192.0.2.2" })).status).toBe(200);
    app.time.now = new Date(app.time.now.getTime() + 2 * hourMs);
    expect((await tryCard("4242424242424242", attacker)).status).toBe(200);
  });

  test("a mail address is limited to twenty declines too, no matter how many clients use it", async () => {
    const outcomes = await outcomesOf(25, async (n) =>
      tryCard(declined, { client: `198.51.100.${n}`, email: "same@example.org" }, await newEventId()),
    );
    expect(outcomes).toEqual({ declined: maxDeclinesOfPayer, last: "tooMany" });
  });

  test("many cards tried at the same time are limited like many cards tried one after another", async () => {
    const { started, accessKey } = await beginDonation(app, eventId, { client: "192.0.2.9" });
    const body = { paymentIntentId: started.payload!.paymentIntentId, accessKey, card: card(declined) };
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => app.ask("stripe/confirm-payment", { body, ...from("192.0.2.9") })),
    );
    expect(replies.filter(({ code }) => code === "paymentFailed").length).toBeLessThanOrEqual(
      maxDeclinesOfPayer,
    );
    expect(replies.filter(({ code }) => code === "tooMany").length).toBeGreaterThanOrEqual(
      60 - maxDeclinesOfPayer,
    );
  });

  test("while an event has many declines, each client may have only a few more, and a valid card still pays", async () => {
    await outcomesOf(manyDeclinesOfEvent, (n) => tryCard(declined, { client: `203.0.113.${n}` }));
    const outcomes = await outcomesOf(10, () => tryCard(declined, { client: "203.0.113.200" }));
    expect(outcomes).toEqual({ declined: maxDeclinesUnderAttack, last: "tooMany" });
    expect((await tryCard("4242424242424242", { client: "203.0.113.201" })).status).toBe(200);
    expect((await tryCard(declined, { client: "203.0.113.200" }, await newEventId())).code).toBe(
      "paymentFailed",
    );
  });

  test("payments with valid cards do not count towards the limit", async () => {
    const outcomes = await outcomesOf(maxDeclinesOfPayer + 5, () =>
      tryCard("4242424242424242", { client: "192.0.2.20" }),
    );
    expect(outcomes).toEqual({ declined: 0, last: undefined });
  });
});

describe("cards that go only to Stripe", () => {
  let app: StripeApp;
  beforeAll(async () => {
    app = await stripeApp({ limited: true });
  });
  afterAll(() => app.close());
  const stateOf = (id: string) => app.stripe.book().intents.find((intent) => intent.id === id)!.status;

  test("after too many declines over all intents, no new intent starts, and an open one ends with its next decline", async () => {
    const { id: eventId } = await buildEvent(app.database.db);
    const who = { client: "127.0.0.1", email: "tester@example.org" };
    const intents = [];
    for (let n = 0; n < 4; n++)
      intents.push((await beginDonation(app, eventId, who)).started.payload.paymentIntentId);
    // 21 cards, one more than a payer may have declined.
    for (const intent of intents.slice(0, 3))
      for (let n = 0; n < 7; n++) {
        if (stateOf(intent) === "canceled") break;
        app.stripe.decline(intent);
        await app.stripe.settled();
      }
    expect((await beginDonation(app, eventId, who)).started).toMatchObject({ status: 429, code: "tooMany" });
    expect(stateOf(intents[3]!)).toBe("requires_payment_method");
    app.stripe.decline(intents[3]!);
    await app.stripe.settled();
    expect(stateOf(intents[3]!)).toBe("canceled");
  });

  test("cards tried with extras count too, and no further extras can be paid for", async () => {
    const { db } = app.database;
    app.time.now = new Date(app.time.now.getTime() + 2 * hourMs);
    const { id: eventId } = await buildEvent(db);
    const ticket = await buildTicket(db, eventId, { price: 0 });
    const extras = await buildExtras(db, eventId, { price: 500, maxStock: 100 });
    const { registrationId, accessKey } = await placeTestOrder(app, eventId, ticket.id);
    const body = { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] };
    const reserved = (await app.ask("extras/purchaseExtras", { body })).payload;
    for (let n = 0; n < 3; n++) {
      const intent = (await app.ask("extras/purchaseExtras", { body })).payload.paymentIntentId!;
      for (let cards = 0; cards < 7 && stateOf(intent) !== "canceled"; cards++) {
        app.stripe.decline(intent);
        await app.stripe.settled();
      }
    }
    const heldExtras = () =>
      db.selectFrom("extras").select("held").where("id", "=", extras.id).executeTakeFirstOrThrow();
    const before = await heldExtras();
    const other = { ...body, replacesOrderId: reserved.order.id };
    expect(await app.ask("extras/purchaseExtras", { body: other })).toMatchObject({
      status: 429,
      code: "tooMany",
    });
    expect(await heldExtras()).toEqual(before);
    expect(stateOf(reserved.paymentIntentId!)).toBe("requires_payment_method");
  });
});

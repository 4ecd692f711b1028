import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { composeByKind } from "../mail/mail.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { composers } from "../mailer/mailTasks.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { runDueJobs } from "../testing/jobs.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";
import { processCancellation, refundCancelled } from "./cancelEvent.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
});
afterAll(() => app.close());

/** Makes an event with three paid orders of 20.00, a free one, and a donation of 50.00 by the first buyer. */
async function soldEvent() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 2000, maxStock: 100 });
  const free = await buildTicket(db, event.id, { price: 0 });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const intents: string[] = [];
  for (const name of ["a", "b", "c"]) {
    const purchase = await startTestPayment(app, event.id, ticket.id, 1, `${name}@example.org`);
    await pay(purchase.paymentIntentId, purchase.accessKey);
    intents.push(purchase.paymentIntentId);
  }
  await placeTestOrder(app, event.id, free.id, 1, "free@example.org");
  const gift = { eventId: event.id, amount: 5000, sponsorData: { firstName: "Ada", email: "A@example.org" } };
  const created = (await app.ask("sponsorship/create", { body: gift })).payload;
  const proof = { sponsorshipId: created.sponsorship.id, accessKey: created.accessKey };
  const started = (await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof })).payload;
  await pay(started.paymentIntentId, created.accessKey);
  intents.push(started.paymentIntentId);
  return { eventId: event.id, ticketId: ticket.id, token, intents };
}
async function pay(paymentIntentId: string, accessKey: string) {
  app.stripe.deliver.drop = 1;
  app.stripe.pay(paymentIntentId);
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
}
const cancel = (event: { eventId: number; token: string }, more: object = {}) =>
  app.ask("event/cancel", {
    body: { eventId: event.eventId, message: "Snow.", ...more },
    token: event.token,
  });
const cancellationOf = async ({ eventId, token }: { eventId: number; token: string }) =>
  (await app.ask("event/getCancellation", { query: { eventId }, token })).payload;
const refundedAmount = (intents: readonly string[]) =>
  app.stripe
    .book()
    .refunds.filter(({ intentId }) => intents.includes(intentId))
    .reduce((sum, { amount }) => sum + amount, 0);

async function mailsOf(kind: string, key: string): Promise<OutgoingMail[]> {
  const { rows } =
    await sql<QueuedMail>`select id, key, kind, recipient, payload, message_id as "messageId" from mails
    where kind = ${kind} and key like ${key} order by recipient`.execute(app.database.db);
  const compose = composeByKind(
    composers({
      db: app.database.db,
      publicUrl: "https://foyer.test",
      dataDir: "/nonexistent",
      clock: () => new Date(),
    }),
  );
  return Promise.all(rows.map(async (mail) => (await compose(mail))!));
}

async function moneyMails(eventId: number) {
  const { rows } = await sql<{ key: string; recipient: string; amount: number }>`
    select m.key, m.recipient, (m.payload ->> 'amount')::int as amount from mails m
    join orders o on o.id = (m.payload ->> 'orderId')::bigint
    where m.kind in ('moneyBack', 'refund') and o.event_id = ${eventId} order by m.id`.execute(
    app.database.db,
  );
  return rows;
}

describe("an event that is cancelled", () => {
  test("a cancellation is mailed to each buyer by name, with the club as the reply address", async () => {
    const event = await soldEvent();
    const { db } = app.database;
    await sql`update clubs set contact_email = 'office@harbour.example' where id = (select club_id from events where id = ${event.eventId})`.execute(
      db,
    );
    await cancel(event);
    await runDueJobs(app);
    const mails = await mailsOf("eventCancelled", `cancelled:${event.eventId}:%`);
    expect(mails.map(({ to }) => to.name !== "")).toEqual([true, true, true, true]);
    expect(mails.at(-1)?.text).toContain(`Hello ${mails.at(-1)?.to.name},`);
    expect(mails.every(({ replyTo }) => replyTo?.address === "office@harbour.example")).toBe(true);
  });

  test("the cancellation mail has the amount of the refund, and a buyer who pays afterwards gets a separate mail", async () => {
    const event = await soldEvent();
    const { db } = app.database;
    const late = await startTestPayment(app, event.eventId, event.ticketId, 1, "late@example.org");
    const found = await sql<{ orderId: number; ticketMail: string }>`
      select o.id as "orderId", m.message_id as "ticketMail" from orders o join registrations r on r.id = o.registration_id
      join mails m on m.key = 'tickets:' || r.id || ':b@example.org'
      where r.event_id = ${event.eventId} and r.email = 'b@example.org'`.execute(db);
    const { orderId, ticketMail } = found.rows[0]!;
    await app.ask("order/refund", { body: { orderId, amount: 500 }, token: event.token });
    await runDueJobs(app);
    const before = await moneyMails(event.eventId);
    expect(before).toMatchObject([{ recipient: "b@example.org", amount: 500 }]);
    expect(await mailsOf("moneyBack", before[0]!.key)).toMatchObject([{ inReplyTo: ticketMail }]);

    await cancel(event);
    await runDueJobs(app);
    expect(refundedAmount(event.intents)).toBe(11_000);
    expect(await moneyMails(event.eventId)).toEqual(before);
    const mails = await mailsOf("eventCancelled", `cancelled:${event.eventId}:%`);
    const textTo = (name: string) => mails.find(({ to }) => to.address === `${name}@example.org`)?.text;
    expect(textTo("a")).toMatch(/€70\s+is\s+refunded\s+in\s+full/);
    expect(textTo("b")).toMatch(/€15\s+is\s+refunded\s+in\s+full/);
    expect(textTo("free")).not.toContain("refunded");

    await pay(late.paymentIntentId, late.accessKey);
    await refundCancelled(db, { actor: "sweeper" });
    await runDueJobs(app);
    expect(await moneyMails(event.eventId)).toMatchObject([
      before[0],
      { recipient: "late@example.org", amount: 2000 },
    ]);
  });

  test("a refund that the cancellation mail did not promise is announced in a separate mail", async () => {
    const event = await soldEvent();
    await cancel(event, { refund: false });
    await runDueJobs(app);
    expect(await moneyMails(event.eventId)).toEqual([]);
    await cancel(event, { refund: true });
    await runDueJobs(app);
    const amounts = (await moneyMails(event.eventId)).map(({ amount }) => amount);
    expect(amounts.toSorted((one, other) => one - other)).toEqual([2000, 2000, 2000, 5000]);
    const [mail] = await mailsOf("eventCancelled", `cancelled:${event.eventId}:a@%`);
    expect(mail?.text).not.toContain("refunded");
  });

  test("a cancellation is previewed; then all money is refunded once, and everybody is mailed once", async () => {
    const event = await soldEvent();
    expect(await cancellationOf(event)).toMatchObject({
      cancelledAt: null,
      toGiveBack: { orders: 4, amount: 11_000 },
      people: 4,
    });
    expect((await cancel(event)).payload).toMatchObject({
      cancelledAt: expect.any(String),
      message: "Snow.",
    });
    await runDueJobs(app);
    expect(await cancellationOf(event)).toMatchObject({
      toGiveBack: { orders: 0, amount: 0 },
      onItsWay: { orders: 0 },
      givenBack: { orders: 4, amount: 11_000 },
      people: 4,
    });
    expect(refundedAmount(event.intents)).toBe(11_000);
    await cancel(event);
    await processCancellation(app.database.db, { eventId: event.eventId, actor: "user:1" }, app.time.now);
    await runDueJobs(app);
    expect(refundedAmount(event.intents)).toBe(11_000);
    const mails = await app.database.db
      .selectFrom("mails")
      .select("recipient")
      .where("kind", "=", "eventCancelled")
      .where("key", "like", `cancelled:${event.eventId}:%`)
      .orderBy("recipient")
      .execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(
      ["a", "b", "c", "free"].map((name) => `${name}@example.org`),
    );
    const refused = await app.ask("registration/initRegistration", {
      body: { eventId: event.eventId, tickets: [{ ticketId: event.ticketId, quantity: 1 }] },
    });
    expect(refused).toMatchObject({ code: "salesClosed" });
    expect(await auditCounters(app.database.db)).toEqual([]);
    expect(await auditFigures(app.database.db)).toEqual([]);
  });

  test("mails are left until each is sent or refused, and a later address is not waited for", async () => {
    const event = await soldEvent();
    const { db } = app.database;
    const mails = async () => {
      const { people, mailed, mailsLeft, mailsFailed } = await cancellationOf(event);
      return { people, mailed, mailsLeft, mailsFailed };
    };
    expect(await mails()).toEqual({ people: 4, mailed: 0, mailsLeft: 0, mailsFailed: 0 });
    await cancel(event);
    expect(await mails()).toMatchObject({ mailed: 0, mailsLeft: 4 });
    await runDueJobs(app);
    expect(await mails()).toMatchObject({ mailed: 0, mailsLeft: 4 });
    const settle = (state: "sent" | "failed", name: string) =>
      sql`update mails set state = ${state} where key like ${`cancelled:${event.eventId}:${name}@%`}`.execute(
        db,
      );
    for (const name of ["a", "b", "free"]) await settle("sent", name);
    expect(await mails()).toMatchObject({ mailed: 3, mailsLeft: 1 });
    await settle("failed", "c");
    await sql`update attendees set email = 'guest@example.org' where registration_id =
      (select id from registrations where event_id = ${event.eventId} and email = 'free@example.org')`.execute(
      db,
    );
    expect(await mails()).toEqual({ people: 5, mailed: 3, mailsLeft: 0, mailsFailed: 1 });
  });

  test("a payment that arrives after the cancellation is refunded", async () => {
    const event = await soldEvent();
    const late = await startTestPayment(app, event.eventId, event.ticketId, 1, "late@example.org");
    await cancel(event);
    await runDueJobs(app);
    await pay(late.paymentIntentId, late.accessKey);
    expect(refundedAmount([late.paymentIntentId])).toBe(0);
    await refundCancelled(app.database.db, { actor: "sweeper" });
    await runDueJobs(app);
    expect(refundedAmount([late.paymentIntentId])).toBe(2000);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a cancellation that was interrupted continues, and requests no refund twice", async () => {
    const event = await soldEvent();
    await cancel(event);
    // As if the task had stopped after it promised the refunds.
    expect(await refundCancelled(app.database.db, { eventId: event.eventId, actor: "user:1" })).toBe(4);
    expect(await cancellationOf(event)).toMatchObject({ onItsWay: { orders: 4, amount: 11_000 } });
    expect(await refundCancelled(app.database.db, { eventId: event.eventId, actor: "user:1" })).toBe(0);
    await runDueJobs(app);
    expect(refundedAmount(event.intents)).toBe(11_000);
  });

  test("a cancellation's Idempotency-Key is refused if the message to the buyers differs", async () => {
    const event = await soldEvent();
    const { eventId, token } = event;
    const send = (message: string) =>
      app.ask("event/cancel", {
        body: { eventId, message },
        token,
        headers: { "idempotency-key": `cancel-${eventId}` },
      });
    expect(await send("Snow.")).toMatchObject({ status: 200, payload: { message: "Snow." } });
    expect(await send("Snow.")).toMatchObject({ status: 200 });
    expect(await send("Rain.")).toMatchObject({ code: "idempotencyMismatch" });
    expect(await cancellationOf(event)).toMatchObject({ message: "Snow." });
  });

  test("a cancellation without refunds keeps the money, and the refunds can be requested later", async () => {
    const event = await soldEvent();
    await cancel(event, { refund: false });
    await runDueJobs(app);
    expect(refundedAmount(event.intents)).toBe(0);
    expect(await cancellationOf(event)).toMatchObject({ refunds: false, toGiveBack: { orders: 4 } });
    await cancel(event, { refund: true });
    await runDueJobs(app);
    expect(refundedAmount(event.intents)).toBe(11_000);
  });
});

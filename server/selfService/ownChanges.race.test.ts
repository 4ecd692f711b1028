import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { AppWithCheckout } from "../app.ts";
import { auditDoor } from "../door/auditDoor.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { ask } from "../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { barrier } from "../testing/meeting.ts";
import { scanOf } from "../testing/parties.ts";
import { anotherNode, type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";
import { unlockedOwnRegistration } from "../testing/unlocked.ts";
import { cancelOwn } from "./cancelOwn.ts";
import { correct } from "./correct.ts";
import { passOn } from "./passOn.ts";

let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({ max: 30, webhooks: false });
  other = await anotherNode(app);
});
afterAll(() => app.close());

const rounds = 12;
const node = (index: number) => [app, other][index % 2]!;
const noIdempotency = { idempotency: null };

async function sell(quantity = 2) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const event = await buildEvent(db, { start, config: { cancelUntilHours: 0, passOnUntilHours: 0 } });
  const ticket = await buildTicket(db, event.id, { maxStock: 10 });
  const attendees = [
    { ticketId: ticket.id, firstName: "Mia", email: "mia@example.org" },
    ...Array.from({ length: quantity - 1 }, () => ({ ticketId: ticket.id, firstName: "Leo" })),
  ];
  const { payload } = await app.ask("registration/express", {
    body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity }], attendees },
  });
  const { accessKey, order, registration } = payload;
  const started = await app.ask("stripe/create-payment-intent", { body: { orderId: order.id, accessKey } });
  const { paymentIntentId } = started.payload;
  app.stripe.pay(paymentIntentId);
  const paid = await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const [, leo] = paid.payload.attendees;
  const proof = { registrationId: registration.id, accessKey };
  const eventId = event.id;
  return { eventId, orderId: order.id, paymentIntentId, proof, token, leo: leo! };
}

type Sale = Awaited<ReturnType<typeof sell>>;

const leosTicket = ({ proof, leo }: Sale) => ({
  ...proof,
  attendeeIds: [leo.attendeeId],
  refundAmount: 2500,
});
const cancel = (sale: Sale, index: number) =>
  ask(node(index), "registration/cancelOwn", { body: leosTicket(sale) });
const adaBody = ({ proof, leo }: Sale) => ({
  ...proof,
  attendeeId: leo.attendeeId,
  firstName: "Ada",
  lastName: "",
  email: "ada@example.org",
});
const passOnToAda = (sale: Sale, index: number) =>
  ask(node(index), "registration/passOn", { body: adaBody(sale) });
async function scanCode({ eventId, token }: Sale, index: number, code: string | null, decided = false) {
  const scans = [scanOf({ scanId: randomUUID(), code, decided, undoes: [] })];
  const body = { eventId, deviceId: randomUUID(), scans };
  return (await ask(node(index), "door/sync", { body, token })).payload.answers[0]!.verdict;
}
const refund = ({ orderId, token }: Sale, index: number, body: object) =>
  ask(node(index), "order/refund", { body: { orderId, ...body }, token });

async function finalState({ orderId, proof, leo, paymentIntentId }: Sale) {
  const { db } = app.database;
  await app.checkout.makeRefunds(orderId);
  const refunds = await db.selectFrom("refunds").select("amount").where("order_id", "=", orderId).execute();
  const people = await db
    .selectFrom("attendees")
    .select("id")
    .where("registration_id", "=", proof.registrationId)
    .execute();
  const checkin = await db
    .selectFrom("checkins")
    .select("id")
    .where("attendee_id", "=", leo.attendeeId)
    .executeTakeFirst();
  const refundedAmount = app.stripe
    .book()
    .refunds.filter(({ intentId }) => intentId === paymentIntentId)
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    refunds: refunds.map(({ amount }) => amount),
    people: people.length,
    isCheckedIn: checkin !== undefined,
    refundedAmount,
  };
}

async function expectNoDifference() {
  const { db } = app.database;
  expect([...(await auditDoor(db)), ...(await auditFigures(db)), ...(await auditCounters(db))]).toEqual([]);
}

describe("one ticket cancelled by twelve concurrent requests", () => {
  test("one ticket that twelve concurrent requests cancel is cancelled once and refunded once", async () => {
    const sale = await sell();
    const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => cancel(sale, index)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await finalState(sale)).toMatchObject({ refunds: [2500], refundedAmount: 2500, people: 1 });
    await expectNoDifference();
  });

  test("a whole registration that twelve concurrent requests cancel is cancelled once and refunded once", async () => {
    const sale = await sell();
    const body = { ...sale.proof, refundAmount: 5000 };
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(node(index), "registration/cancelOwn", { body })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await finalState(sale)).toMatchObject({ refunds: [5000], refundedAmount: 5000 });
    await expectNoDifference();
  });
});

describe("a ticket that is cancelled while it is shown at the door", () => {
  test("a ticket that is cancelled during its scan admits somebody or is refunded, never both", async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await sell();
      const scan = () => scanCode(sale, round + 1, sale.leo.qrText);
      const acts = [() => cancel(sale, round), scan];
      const ordered = round % 2 === 0 ? acts : acts.toReversed();
      await Promise.all(ordered.map((act) => act()));
      const { isCheckedIn, refundedAmount } = await finalState(sale);
      expect([isCheckedIn, refundedAmount]).toEqual(isCheckedIn ? [true, 0] : [false, 2500]);
    }
    await expectNoDifference();
  });
});

describe("a ticket that is cancelled while staff refund it", () => {
  test("a ticket that is cancelled while staff refund it is refunded no more than was paid", async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await sell();
      const whole = round % 3 === 0;
      const acts = [() => cancel(sale, round), () => refund(sale, round + 1, whole ? {} : { amount: 3000 })];
      const ordered = round % 2 === 0 ? acts : acts.toReversed();
      const replies = await Promise.all(ordered.map((act) => act()));
      const done = replies.filter(({ status }) => status === 200).length;
      const { refunds, refundedAmount } = await finalState(sale);
      expect(refunds).toHaveLength(done);
      expect(refundedAmount).toBe(refunds.reduce((sum, amount) => sum + amount, 0));
      expect(refundedAmount).toBeLessThanOrEqual(5000);
    }
    await expectNoDifference();
  });
});

describe("a ticket that is passed on while its code is shown", () => {
  test("a ticket that is passed on during its scan admits only one: the former or the new holder", async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await sell();
      const acts = [
        () => passOnToAda(sale, round),
        () => scanCode(sale, round + 1, sale.leo.qrText),
      ] as const;
      const [passed, verdict] =
        round % 2 === 0
          ? await Promise.all([acts[0](), acts[1]()])
          : ((await Promise.all([acts[1](), acts[0]()])).toReversed() as [
              Awaited<ReturnType<typeof passOnToAda>>,
              string,
            ]);
      expect([passed.status, verdict]).toEqual(passed.status === 200 ? [200, "replaced"] : [409, "welcome"]);
      if (passed.status !== 200) continue;
      expect(await scanCode(sale, round, passed.payload.attendee.qrText)).toBe("welcome");
      expect(await scanCode(sale, round, sale.leo.qrText)).toBe("replaced");
    }
    await expectNoDifference();
  });

  test("a replaced code that an offline door admitted is shown to staff as a conflict", async () => {
    const sale = await sell();
    expect((await passOnToAda(sale, 0)).status).toBe(200);
    expect(await scanCode(sale, 1, sale.leo.qrText, true)).toBe("replaced");
    const { payload } = await app.ask("door/getConflicts", {
      query: { eventId: sale.eventId },
      token: sale.token,
    });
    expect(JSON.stringify(payload)).toContain("replaced");
  });
});

const addressBody = ({ proof }: Sale, index: number) => ({ ...proof, email: `mia${index}@example.org` });

async function countCorrectedMails({ proof }: Sale): Promise<number> {
  const rows = await app.database.db
    .selectFrom("mails")
    .select("recipient")
    .where("kind", "=", "tickets")
    .where("key", "like", "tickets-again:%:corrected-%")
    .where(sql`(payload ->> 'registrationId')::bigint`, "=", proof.registrationId)
    .execute();
  return rows.length;
}

describe("an address that concurrent requests correct", () => {
  test("an address that twelve concurrent requests correct changes once, because the access key changes with it", async () => {
    const sale = await sell();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        ask(node(index), "registration/correct", { body: addressBody(sale, index) }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countCorrectedMails(sale)).toBe(1);
  });
});

describe("control: without the locks", () => {
  let shared: StripeApp;
  beforeAll(async () => {
    // These tests leave wrong data, so they use their own database.
    shared = app;
    app = await stripeApp({ max: 10, webhooks: false });
  });
  afterAll(async () => {
    await app.close();
    app = shared;
  });

  test("control: without the locks, two requests refund the money twice", async () => {
    const sale = await sell(3);
    const { db } = app.database;
    const meet = barrier(2);
    const done = await Promise.allSettled(
      [0, 1].map(() =>
        cancelOwn(
          db,
          leosTicket(sale),
          { ...noIdempotency, now: app.time.now },
          unlockedOwnRegistration(meet),
        ),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const { refunds } = await finalState(sale);
    expect(refunds).toEqual([2500, 2500]);
  });

  test("control: without the locks, somebody is admitted and gets the money back", async () => {
    const sale = await sell();
    const body = { ...sale.proof, refundAmount: 5000 };
    const admit = async () => {
      expect(await scanCode(sale, 0, sale.leo.qrText)).toBe("welcome");
    };
    await cancelOwn(
      app.database.db,
      body,
      { ...noIdempotency, now: app.time.now },
      unlockedOwnRegistration(admit),
    );
    expect(await finalState(sale)).toMatchObject({ isCheckedIn: true, refundedAmount: 5000 });
  });

  test("control: without the locks, the refunds of a buyer and of staff add up to the wrong amount", async () => {
    const sale = await sell();
    const staffFirst = async () => {
      expect((await refund(sale, 0, { amount: 1000 })).status).toBe(200);
    };
    const now = app.time.now;
    await cancelOwn(
      app.database.db,
      leosTicket(sale),
      { ...noIdempotency, now },
      unlockedOwnRegistration(staffFirst),
    );
    const { refunds, refundedAmount } = await finalState(sale);
    // 10.00 and 25.00 were promised.
    expect(refunds.length).toBe(2);
    expect(refundedAmount).toBe(2500);
  });

  test("control: without the locks, somebody is admitted with a ticket that was passed on", async () => {
    const sale = await sell();
    const admit = async () => {
      expect(await scanCode(sale, 0, sale.leo.qrText)).toBe("welcome");
    };
    const passed = await passOn(
      app.database.db,
      adaBody(sale),
      { ...noIdempotency, now: app.time.now },
      unlockedOwnRegistration(admit),
    );
    expect(passed.attendee.firstName).toBe("Ada");
    expect((await finalState(sale)).isCheckedIn).toBe(true);
  });

  test("control: without the locks, two requests correct an address with the same access key", async () => {
    const sale = await sell();
    const meet = barrier(2);
    const now = app.time.now;
    const done = await Promise.allSettled(
      [0, 1].map((index) =>
        correct(
          app.database.db,
          addressBody(sale, index),
          { ...noIdempotency, now },
          unlockedOwnRegistration(meet),
        ),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await countCorrectedMails(sale)).toBe(2);
  });
});

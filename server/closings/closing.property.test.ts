import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallName } from "../../contract/all.ts";
import { closingSums } from "../../contract/rules/closing/closingSums.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { ClosingTax } from "../../contract/shapes/money/closing.ts";
import { orderById, presentOrder } from "../orders/rows.ts";
import { ask, type TestRequest } from "../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildTaxRate,
  buildTicket,
  buildUser,
} from "../testing/builders.ts";
import { buildHelper } from "../testing/doors.ts";
import { stripeFee } from "../testing/fakeStripe/shapes.ts";
import { addFaults, noFaults } from "../testing/faultyProvider.ts";
import { historyCount } from "../testing/histories.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";
import { readClosingFigures } from "./figures.ts";

/** `who` counts back from the latest order. */
type Step =
  | { do: "buy"; tickets: number; extras: number; pays: boolean }
  | { do: "sponsor" | "donate" }
  | { do: "sell"; tickets: number; paidBy: "cash" | "cardTerminal" }
  | { do: "refund"; who: number; amount: number | undefined }
  | { do: "refundExtra"; who: number }
  | { do: "dashboard"; who: number; amount: number }
  | { do: "cancel" | "restore"; who: number }
  | { do: "late" };

const who = fc.nat({ max: 5 });
const few = fc.integer({ min: 1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("buy" as const),
    tickets: few,
    extras: fc.integer({ min: 0, max: 3 }),
    pays: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("sponsor" as const, "donate" as const, "late" as const) }),
  fc.record({
    do: fc.constant("sell" as const),
    tickets: few,
    paidBy: fc.constantFrom("cash" as const, "cardTerminal" as const),
  }),
  fc.record({
    do: fc.constant("refund" as const),
    who,
    amount: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("dashboard" as const), who, amount: fc.integer({ min: 1, max: 900 }) }),
  fc.record({
    do: fc.constantFrom("cancel" as const, "restore" as const, "refundExtra" as const),
    who,
  }),
);

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({ webhooks: false, wrap: (provider) => addFaults(provider, faults) });
});
afterAll(() => app.close());
const faults = noFaults();

interface Sale {
  orderId: number;
  accessKey: string;
  intent: string | null;
  registrationId: number | null;
}

async function playHistory(
  taxAmount: number,
  pricesIncludeTax: boolean,
  steps: readonly Step[],
): Promise<void> {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T17:00:00Z");
  const start = new Date("2031-06-01T18:00:00Z");
  const event = await buildEvent(db, {
    start,
    end: new Date("2031-06-02T02:00:00Z"),
    taxAmount,
    pricesIncludeTax,
  });
  const eventId = event.id;
  const ticket = await buildTicket(db, eventId, { price: 1733, maxStock: 500 });
  const food = await buildTaxRate(db, event.clubId, { name: "Food", percent: 5.5 });
  const extras = await buildExtras(db, eventId, { price: 333, taxRateId: food.id });
  const gold = await buildPackage(db, eventId, { price: 9900, taxRateId: food.id });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const till = await buildHelper(db, { eventId, now: app.time.now }, { gate: "Till" });
  const orders: Sale[] = [];
  const takenAtDoor = { cash: 0, cardTerminal: 0 };

  async function askOk<N extends CallName>(name: N, sent: TestRequest) {
    const reply = await ask(app, name, sent);
    if (reply.status >= 500) throw new Error(`${name}: ${reply.code} ${reply.msg}`);
    return reply.status === 200 ? reply.payload : undefined;
  }
  const confirm = ({ intent, accessKey }: Sale) =>
    askOk("stripe/confirm-payment", { body: { paymentIntentId: intent, accessKey } });

  async function startPayment(
    orderId: number,
    accessKey: string,
    registrationId: number | null,
  ): Promise<Sale> {
    const started = await askOk("stripe/create-payment-intent", { body: { orderId, accessKey } });
    const sale = { orderId, accessKey, registrationId, intent: started?.paymentIntentId ?? null };
    orders.push(sale);
    return sale;
  }
  async function buy(tickets: number, extrasCount: number): Promise<Sale> {
    const body = {
      eventId,
      tickets: [{ ticketId: ticket.id, quantity: tickets }],
      extras: extrasCount === 0 ? [] : [{ extrasId: extras.id, quantity: extrasCount }],
      attendees: Array.from({ length: tickets }, () => ({
        ticketId: ticket.id,
        firstName: "Mia",
        email: "mia@example.org",
      })),
    };
    const placed = (await askOk("registration/express", { body }))!;
    return startPayment(placed.order.id, placed.accessKey, placed.registration.id);
  }
  /** Subtracts the cash or terminal money that the change returned. */
  async function countReturned(orderId: number, change: () => Promise<unknown>): Promise<void> {
    const readOrder = () =>
      db
        .selectFrom("orders")
        .select(["paid_by", "refunded_amount"])
        .where("id", "=", orderId)
        .executeTakeFirstOrThrow();
    const before = await readOrder();
    await change();
    if (before.paid_by === "cash" || before.paid_by === "cardTerminal")
      takenAtDoor[before.paid_by] -= (await readOrder()).refunded_amount - before.refunded_amount;
  }

  async function soldByPercent(sales: readonly Sale[]): Promise<Map<number | null, number[]>> {
    const sold = new Map<number | null, number[]>();
    for (const { orderId } of sales) {
      const { paymentStatus, taxes } = presentOrder((await orderById(db, orderId))!);
      if (paymentStatus !== "paid" && paymentStatus !== "refunded") continue;
      for (const { percent, net, tax } of taxes) {
        const [netBefore = 0, taxBefore = 0] = sold.get(percent) ?? [];
        if (tax > 0) sold.set(percent, [netBefore + net, taxBefore + tax]);
      }
    }
    return sold;
  }

  async function perform(action: Step): Promise<void> {
    const chosen = "who" in action ? orders.at(-1 - (action.who % Math.max(1, orders.length))) : undefined;
    switch (action.do) {
      case "buy": {
        const sale = await buy(action.tickets, action.extras);
        if (!action.pays) return;
        app.stripe.pay(sale.intent!);
        await confirm(sale);
        return;
      }
      case "late": {
        const sale = await buy(1, 0);
        faults.pretendsToCancel = true;
        await askOk("registration/updateStatus", { token, body: { id: sale.registrationId, status: false } });
        faults.pretendsToCancel = false;
        app.stripe.pay(sale.intent!);
        await confirm(sale);
        return;
      }
      case "sponsor":
      case "donate": {
        const sponsorData = { firstName: "Ada", email: "ada@example.org" };
        const fields = action.do === "sponsor" ? { packageId: gold.id } : { amount: 4200 };
        const created = (await askOk("sponsorship/create", { body: { eventId, sponsorData, ...fields } }))!;
        const { order_id } = await db
          .selectFrom("sponsorships")
          .select("order_id")
          .where("id", "=", created.sponsorship.id)
          .executeTakeFirstOrThrow();
        const body = { sponsorshipId: created.sponsorship.id, accessKey: created.accessKey };
        const started = (await askOk("sponsorship/createSponsorshipPaymentIntent", { body }))!;
        const sale = {
          orderId: order_id!,
          accessKey: created.accessKey,
          intent: started.paymentIntentId,
          registrationId: null,
        };
        orders.push(sale);
        app.stripe.pay(started.paymentIntentId!);
        await confirm(sale);
        return;
      }
      case "sell": {
        const { tickets, paidBy } = action;
        const subtotal = tickets * 1733;
        const totalAmount = pricesIncludeTax ? subtotal : subtotal + Math.round((subtotal * taxAmount) / 100);
        const fields = { eventId, deviceId: till.deviceId, paidBy, totalAmount };
        const body = { ...fields, tickets: [{ ticketId: ticket.id, quantity: tickets }] };
        const sale = (await askOk("door/sell", { token: till.token, body }))!;
        takenAtDoor[paidBy] += totalAmount;
        orders.push({
          orderId: sale.order.id,
          accessKey: "",
          intent: null,
          registrationId: sale.registration.id,
        });
        return;
      }
      case "refund":
        if (chosen === undefined) return;
        return countReturned(chosen.orderId, async () => {
          const { amount } = action;
          const body = { orderId: chosen.orderId, ...(amount === undefined ? {} : { amount }) };
          await askOk("order/refund", { token, body });
        });
      case "refundExtra":
        if (chosen === undefined) return;
        return countReturned(chosen.orderId, async () => {
          const items = [{ kind: "extras", refId: extras.id, quantity: 1 }];
          await askOk("order/refund", { token, body: { orderId: chosen.orderId, items } });
        });
      case "dashboard":
        try {
          if (chosen?.intent) app.stripe.refundInDashboard(chosen.intent, action.amount);
        } catch {
          // The provider refuses this refund.
        }
        return;
      case "cancel":
      case "restore":
        if (!chosen?.registrationId) return;
        return countReturned(chosen.orderId, () =>
          askOk("registration/updateStatus", {
            token,
            body: { id: chosen.registrationId, status: action.do === "restore" },
          }),
        );
    }
  }

  for (const action of steps) {
    await perform(action);
    const { checks } = await readClosingFigures(db, eventId);
    // The provider may not have reported its figures yet.
    for (const { check, one, other } of checks)
      if (check !== "provider" && check !== "providerRefunds")
        expect([check, other - one]).toEqual([check, 0]);
  }

  const reportAll = async () => {
    for (const sale of orders)
      if (sale.intent !== null)
        await askOk("stripe/get-registration-from-payment", {
          query: { paymentIntentId: sale.intent, accessKey: sale.accessKey },
        });
  };
  for (const { orderId, intent } of orders) {
    if (intent === null) continue;
    await app.checkout.makeRefunds(orderId);
    await app.checkout.follow({ eventId: `evt_${intent}`, type: "charge.refunded", providerRef: intent });
  }
  const due = await db.selectFrom("payments").select("id").where("state", "=", "refund_due").execute();
  for (const { id } of due) await app.checkout.refundLate(id);
  await reportAll();

  const figures = await readClosingFigures(db, eventId);
  expect(figures.checks.map(({ check, one, other }) => [check, other - one])).toEqual(
    figures.checks.map(({ check }) => [check, 0]),
  );
  const bySource = figures.sources.reduce((sum, { net, tax }) => sum + net + tax, 0);
  const sums = closingSums(figures);
  expect(bySource).toBe(sums.taken);
  const totalOf = (part: (rate: ClosingTax) => number) =>
    figures.taxes!.reduce((total, rate) => total + part(rate), 0);
  expect(totalOf(({ net }) => net)).toBe(figures.sources.reduce((total, { net }) => total + net, 0));
  expect(totalOf(({ net, tax }) => net + tax)).toBe(sums.taken);
  expect(totalOf(({ refundedNet, refundedTax }) => refundedNet + refundedTax)).toBe(sums.givenBack);
  for (const { tax, refundedTax, net, refundedNet } of figures.taxes!) {
    expect(refundedTax).toBeLessThanOrEqual(tax);
    expect(refundedNet).toBeLessThanOrEqual(net);
  }
  expect(figures.refunds.done.amount).toBe(sums.givenBack);
  expect(await soldByPercent(orders)).toEqual(
    new Map(
      figures.taxes!.filter(({ tax }) => tax > 0).map(({ percent, net, tax }) => [percent, [net, tax]]),
    ),
  );

  const intents = new Set(orders.map(({ intent }) => intent));
  const book = app.stripe.book();
  const paid = book.intents.filter(({ id, status }) => intents.has(id) && status === "succeeded");
  const refunded = book.refunds.filter(({ intentId }) => intents.has(intentId));
  const stripe = figures.ways.find(({ way }) => way === "stripe");
  expect((stripe?.taken ?? 0) - (stripe?.givenBack ?? 0)).toBe(
    paid.reduce((sum, { amount }) => sum + amount, 0) - refunded.reduce((sum, { amount }) => sum + amount, 0),
  );
  expect(stripe?.fees ?? 0).toBe(paid.reduce((sum, { amount }) => sum + stripeFee(amount), 0));
  expect(figures.tills.reduce((sum, { expected }) => sum + expected, 0)).toBe(takenAtDoor.cash);
  expect(figures.tills.reduce((sum, { terminal }) => sum + terminal, 0)).toBe(takenAtDoor.cardTerminal);
}

const runs = historyCount({ all: 10 });

test(
  `the figures of ${runs} random histories agree in every check`,
  async () => {
    const tax = fc.constantFrom(0, 7, 19, 8.875);
    const steps = fc.array(step, { minLength: 5, maxLength: 20, size: "max" });
    await fc.assert(fc.asyncProperty(tax, fc.boolean(), steps, playHistory), {
      numRuns: runs,
      endOnFailure: true,
    });
  },
  runs * 20_000,
);

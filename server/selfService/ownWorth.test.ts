/** The refund of a buyer who cancels, after any earlier refunds by staff or to the buyer. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrderLine } from "../db/schema/people.ts";
import { type PaidOrder, refundOfCancelled } from "./ownWorth.ts";

const line = (kind: OrderLine["kind"], refId: number, quantity: number, unitPrice: number): OrderLine => ({
  kind,
  refId,
  quantity,
  unitPrice,
  title: "Standard",
  total: quantity * unitPrice,
});
const ticket = (refId: number, quantity: number) => ({ kind: "ticket" as const, refId, quantity });

/** Two tickets at 50.00 with 19 % tax, without refunds. */
const lines = [line("ticket", 1, 2, 5000)];
const order: PaidOrder = { subtotal: 10_000, tax: 1900, left: 11_900, items: lines, given: [] };

describe("what goes back", () => {
  test("is the ticket's price with its share of the tax, less the fee", () => {
    const back = refundOfCancelled(order, { lines, givenUp: [ticket(1, 1)], feePercent: 10 });
    expect(back).toEqual({ amount: 5355, fee: 595, items: [ticket(1, 1)] });
  });

  test("is nothing where the club keeps all, and all where it keeps nothing", () => {
    const all = { lines, givenUp: [ticket(1, 2)] };
    expect(refundOfCancelled(order, { ...all, feePercent: 100 })).toMatchObject({ amount: 0, fee: 11_900 });
    expect(refundOfCancelled(order, { ...all, feePercent: 0 })).toMatchObject({ amount: 11_900, fee: 0 });
  });

  test("has half a cent of the fee rounded up, for the club", () => {
    const odd = { subtotal: 105, tax: 0, left: 105, items: [line("ticket", 1, 1, 105)], given: [] };
    const back = refundOfCancelled(odd, { lines: odd.items, givenUp: [ticket(1, 1)], feePercent: 10 });
    expect(back).toMatchObject({ amount: 94, fee: 11 });
  });

  test("is never more than staff left of it", () => {
    const back = refundOfCancelled(
      { ...order, left: 4000 },
      { lines, givenUp: [ticket(1, 1)], feePercent: 10 },
    );
    expect(back).toMatchObject({ amount: 3600, fee: 400 });
  });

  test("is nothing for a ticket that staff paid back and left valid, and is paid for the other", () => {
    const given = { ...order, left: 5950, given: [ticket(1, 1)] };
    const first = refundOfCancelled(given, { lines, givenUp: [ticket(1, 1)], feePercent: 0 });
    expect(first).toEqual({ amount: 0, fee: 0, items: [] });
    const last = [line("ticket", 1, 1, 5000)];
    expect(refundOfCancelled(given, { lines: last, givenUp: [ticket(1, 1)], feePercent: 0 }).amount).toBe(
      5950,
    );
  });

  test("is what was paid for a ticket that staff exchanged for another", () => {
    const exchanged = [line("ticket", 2, 1, 5000), line("ticket", 1, 1, 5000)];
    const back = refundOfCancelled(order, { lines: exchanged, givenUp: [ticket(2, 1)], feePercent: 0 });
    expect(back).toEqual({ amount: 5950, fee: 0, items: [] });
  });

  test("of extras is what was not paid back before", () => {
    const extras = [line("extras", 7, 3, 1000)];
    const paid = {
      subtotal: 3000,
      tax: 0,
      left: 2000,
      items: extras,
      given: [{ ...extras[0]!, quantity: 1 }],
    };
    const back = refundOfCancelled(paid, { lines: extras, givenUp: extras, feePercent: 0 });
    expect(back).toMatchObject({ amount: 2000, items: [{ kind: "extras", refId: 7, quantity: 2 }] });
  });
});

test("however tickets are given up one after the other, no more goes back than came, and the fee is kept of all", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ price: fc.nat(5000), quantity: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.nat(2500),
      fc.nat(100),
      fc.array(fc.nat(2), { maxLength: 12 }),
      (tickets, tax, feePercent, turns) => {
        let now = tickets.map(({ price, quantity }, refId) => line("ticket", refId, quantity, price));
        const subtotal = now.reduce((sum, one) => sum + one.total, 0);
        const taxed = subtotal === 0 ? 0 : tax;
        const paid = {
          subtotal,
          tax: taxed,
          left: subtotal + taxed,
          items: now,
          given: [] as ReturnType<typeof ticket>[],
        };
        const sum = { back: 0, fee: 0 };
        for (const turn of turns) {
          const chosen = now[turn % Math.max(1, now.length)];
          if (chosen === undefined) break;
          const back = refundOfCancelled(paid, {
            lines: now,
            givenUp: [ticket(chosen.refId, 1)],
            feePercent,
          });
          expect(back.amount).toBeGreaterThanOrEqual(0);
          sum.back += back.amount;
          sum.fee += back.fee;
          paid.left -= back.amount;
          paid.given.push(...(back.items as ReturnType<typeof ticket>[]));
          now = now
            .map((one) => (one === chosen ? { ...one, quantity: one.quantity - 1 } : one))
            .filter(({ quantity }) => quantity > 0);
        }
        expect(sum.back).toBeLessThanOrEqual(subtotal + taxed);
        // The fee of each ticket is rounded separately.
        const due = ((sum.back + sum.fee) * feePercent) / 100;
        expect(Math.abs(sum.fee - due)).toBeLessThanOrEqual(turns.length);
        if (now.length === 0 && feePercent === 0)
          expect(subtotal + taxed - sum.back).toBeLessThanOrEqual(turns.length);
      },
    ),
  );
});

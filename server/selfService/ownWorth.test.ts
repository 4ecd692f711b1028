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

const lines = [line("ticket", 1, 2, 5000)];
const order: PaidOrder = {
  subtotal: 10_000,
  tax: 1900,
  pricesIncludeTax: false,
  left: 11_900,
  items: lines,
  refundedItems: [],
};

describe("the refund of cancelled tickets", () => {
  test("the refund is the ticket's price with its share of the tax, minus the fee", () => {
    const refund = refundOfCancelled(order, { lines, cancelled: [ticket(1, 1)], feePercent: 10 });
    expect(refund).toEqual({ amount: 5355, fee: 595, items: [ticket(1, 1)] });
  });

  test("the refund is zero with a fee of 100 percent, and the whole price with a fee of 0 percent", () => {
    const all = { lines, cancelled: [ticket(1, 2)] };
    expect(refundOfCancelled(order, { ...all, feePercent: 100 })).toMatchObject({ amount: 0, fee: 11_900 });
    expect(refundOfCancelled(order, { ...all, feePercent: 0 })).toMatchObject({ amount: 11_900, fee: 0 });
  });

  test("half a cent of the fee is rounded up", () => {
    const oddAmount = {
      subtotal: 105,
      tax: 0,
      pricesIncludeTax: false,
      left: 105,
      items: [line("ticket", 1, 1, 105)],
      refundedItems: [],
    };
    const refund = refundOfCancelled(oddAmount, {
      lines: oddAmount.items,
      cancelled: [ticket(1, 1)],
      feePercent: 10,
    });
    expect(refund).toMatchObject({ amount: 94, fee: 11 });
  });

  test("the refund is at most what earlier refunds by staff left, minus the fee", () => {
    const refund = refundOfCancelled(
      { ...order, left: 4000 },
      { lines, cancelled: [ticket(1, 1)], feePercent: 10 },
    );
    expect(refund).toMatchObject({ amount: 3600, fee: 400 });
  });

  test("the refund of a ticket that staff refunded before is zero, and the other ticket is refunded", () => {
    const refundedBefore = { ...order, left: 5950, refundedItems: [ticket(1, 1)] };
    const first = refundOfCancelled(refundedBefore, { lines, cancelled: [ticket(1, 1)], feePercent: 0 });
    expect(first).toEqual({ amount: 0, fee: 0, items: [] });
    const last = [line("ticket", 1, 1, 5000)];
    expect(
      refundOfCancelled(refundedBefore, { lines: last, cancelled: [ticket(1, 1)], feePercent: 0 }).amount,
    ).toBe(5950);
  });

  test("the refund of a ticket that staff exchanged is the price that was paid", () => {
    const exchanged = [line("ticket", 2, 1, 5000), line("ticket", 1, 1, 5000)];
    const refund = refundOfCancelled(order, { lines: exchanged, cancelled: [ticket(2, 1)], feePercent: 0 });
    expect(refund).toEqual({ amount: 5950, fee: 0, items: [] });
  });

  test("the refund of tickets of one type with several prices is what was paid for each", () => {
    const mixed = [line("ticket", 1, 1, 2000), line("ticket", 2, 1, 5000)];
    const moved = [line("ticket", 3, 1, 2000), line("ticket", 3, 1, 5000)];
    const dinner = line("extras", 7, 1, 5000);
    const paid = { ...order, subtotal: 12_000, tax: 0, left: 12_000, items: [...mixed, dinner] };
    const amountOf = (cancelled: typeof moved | [ReturnType<typeof ticket>]) =>
      refundOfCancelled(paid, { lines: [...moved, dinner], cancelled, feePercent: 0 }).amount;
    expect(amountOf(moved)).toBe(7000);
    expect(amountOf([ticket(3, 2)])).toBe(7000);
    // The last line loses its place first (server/holds/staffMoves.ts).
    expect(amountOf([ticket(3, 1)])).toBe(5000);
  });

  test("the refund of extras leaves out those that were refunded before", () => {
    const extras = [line("extras", 7, 3, 1000)];
    const paid = {
      subtotal: 3000,
      tax: 0,
      pricesIncludeTax: false,
      left: 2000,
      items: extras,
      refundedItems: [{ ...extras[0]!, quantity: 1 }],
    };
    const refund = refundOfCancelled(paid, { lines: extras, cancelled: extras, feePercent: 0 });
    expect(refund).toMatchObject({ amount: 2000, items: [{ kind: "extras", refId: 7, quantity: 2 }] });
  });
});

test("tickets that are cancelled one by one are refunded no more than was paid, each minus its fee", () => {
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
        let remaining = tickets.map(({ price, quantity }, refId) => line("ticket", refId, quantity, price));
        const subtotal = remaining.reduce((sum, one) => sum + one.total, 0);
        const effectiveTax = subtotal === 0 ? 0 : tax;
        const paid = {
          subtotal,
          tax: effectiveTax,
          pricesIncludeTax: false,
          left: subtotal + effectiveTax,
          items: remaining,
          refundedItems: [] as ReturnType<typeof ticket>[],
        };
        const sum = { refund: 0, fee: 0 };
        for (const turn of turns) {
          const chosen = remaining[turn % Math.max(1, remaining.length)];
          if (chosen === undefined) break;
          const refund = refundOfCancelled(paid, {
            lines: remaining,
            cancelled: [ticket(chosen.refId, 1)],
            feePercent,
          });
          expect(refund.amount).toBeGreaterThanOrEqual(0);
          sum.refund += refund.amount;
          sum.fee += refund.fee;
          paid.left -= refund.amount;
          paid.refundedItems.push(...(refund.items as ReturnType<typeof ticket>[]));
          remaining = remaining
            .map((one) => (one === chosen ? { ...one, quantity: one.quantity - 1 } : one))
            .filter(({ quantity }) => quantity > 0);
        }
        expect(sum.refund).toBeLessThanOrEqual(subtotal + effectiveTax);
        // The fee of each ticket is rounded separately.
        const due = ((sum.refund + sum.fee) * feePercent) / 100;
        expect(Math.abs(sum.fee - due)).toBeLessThanOrEqual(turns.length);
        if (remaining.length === 0 && feePercent === 0) expect(sum.refund).toBe(subtotal + effectiveTax);
      },
    ),
  );
});

/** Whatever buyers ask for, in whatever order: a decision takes what it grants, and no place that is not there. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DomainError } from "../domainError.ts";
import { type SnapshotSpec, snapshotOf } from "../testing/snapshot.ts";
import { decide, type Snapshot, type Wish } from "./decide.ts";

const now = new Date("2026-06-01T12:00:00Z");
const stock = fc
  .record({ max_stock: fc.integer({ min: 0, max: 12 }), held: fc.nat({ max: 6 }), sold: fc.nat({ max: 6 }) })
  .filter((row) => row.held + row.sold <= row.max_stock);
const spec: fc.Arbitrary<SnapshotSpec> = fc
  .record({
    first: stock,
    second: stock,
    extra: stock,
    room: fc.option(fc.nat({ max: 10 })),
    prices: fc.tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 })),
    tax: fc.integer({ min: 0, max: 30_000 }),
  })
  .map(({ first, second, extra, room, prices, tax }) => {
    const [held, sold] = [first.held + second.held, first.sold + second.sold];
    return {
      event: { held, sold, capacity: room === null ? null : held + sold + room, tax_amount: tax / 1000 },
      tickets: [
        { id: 11, price: prices[0], ...first },
        { id: 12, price: prices[1], ...second },
      ],
      extras: [{ id: 21, price: prices[2], ...extra }],
    };
  });
const quantity = fc.integer({ min: 1, max: 5 });
const wish: fc.Arbitrary<Wish> = fc.record({
  eventId: fc.constant(1),
  tickets: fc.array(fc.record({ ticketId: fc.constantFrom(11, 12), quantity }), {
    minLength: 1,
    maxLength: 3,
  }),
  extras: fc.array(fc.record({ extrasId: fc.constant(21), quantity }), { maxLength: 2 }),
});

const counters = ({ events, tickets, extras }: Snapshot) =>
  [...events.values(), ...tickets.values(), ...extras.values()].map(({ held, sold }) => [held, sold]);
const asked = (lines: readonly { quantity: number }[]) => lines.reduce((sum, line) => sum + line.quantity, 0);

describe("a decision", () => {
  test("never takes more than there is of a ticket, an extra or the hall", () => {
    fc.assert(
      fc.property(spec, fc.array(wish, { maxLength: 12 }), (given, wishes) => {
        const snapshot = snapshotOf(given);
        for (const one of wishes) decide(snapshot, one, now);
        for (const row of [...snapshot.tickets.values(), ...snapshot.extras.values()])
          expect(row.held + row.sold).toBeLessThanOrEqual(row.max_stock!);
        const event = snapshot.events.get(1)!;
        expect(event.held + event.sold).toBeLessThanOrEqual(event.capacity ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  test("takes all that was asked for or, when it refuses, nothing at all", () => {
    fc.assert(
      fc.property(spec, wish, (given, one) => {
        const snapshot = snapshotOf(given);
        const before = counters(snapshot);
        const outcome = decide(snapshot, one, now);
        if (outcome instanceof DomainError) {
          expect(counters(snapshot)).toEqual(before);
          return;
        }
        const took = counters(snapshot).map(([held], index) => held! - before[index]![0]!);
        const places = asked(one.tickets);
        const [ofEvent, first, second, extra] = took;
        expect([ofEvent, first! + second!, extra]).toEqual([places, places, asked(one.extras ?? [])]);
        expect(outcome.places).toBe(places);
      }),
    );
  });

  test("refuses only what does not fit", () => {
    fc.assert(
      fc.property(spec, wish, (given, one) => {
        const snapshot = snapshotOf(given);
        const free = (row: { max_stock: number | null; held: number; sold: number }) =>
          row.max_stock! - row.held - row.sold;
        const event = snapshot.events.get(1)!;
        const fits =
          asked(one.tickets) <= 10 &&
          asked(one.tickets) <= (event.capacity ?? 1e9) - event.held - event.sold &&
          [11, 12].every(
            (id) =>
              asked(one.tickets.filter((line) => line.ticketId === id)) <= free(snapshot.tickets.get(id)!),
          ) &&
          asked(one.extras ?? []) <= free(snapshot.extras.get(21)!);
        expect(!(decide(snapshot, one, now) instanceof DomainError)).toBe(fits);
      }),
    );
  });

  test("prices by its rows alone: the items make the subtotal, and with the tax the total", () => {
    fc.assert(
      fc.property(spec, wish, (given, one) => {
        const outcome = decide(snapshotOf(given), one, now);
        if (outcome instanceof DomainError) return;
        const { items, subtotal, tax, totalAmount } = outcome;
        for (const item of items) expect(item.total).toBe(item.unitPrice * item.quantity);
        expect(items.reduce((sum, item) => sum + item.total, 0)).toBe(subtotal);
        expect(subtotal + tax).toBe(totalAmount);
        expect(Number.isSafeInteger(totalAmount)).toBe(true);
      }),
    );
  });
});

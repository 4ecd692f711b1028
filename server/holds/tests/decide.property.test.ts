import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DomainError } from "../../domainError.ts";
import { type SnapshotSpec, snapshotOf } from "../../testing/snapshot.ts";
import { decideHold, type HoldRequest, type Snapshot } from "../decide.ts";

const now = new Date("2026-06-01T12:00:00Z");
const stock = fc
  .record({ max_stock: fc.integer({ min: 0, max: 12 }), held: fc.nat({ max: 6 }), sold: fc.nat({ max: 6 }) })
  .filter((row) => row.held + row.sold <= row.max_stock);
/** Tickets 11 and 12, extra 21, code 31, shared capacity 41. `room` is what is left of the event's capacity. */
const spec: fc.Arbitrary<SnapshotSpec> = fc
  .record({
    first: stock,
    second: stock,
    extra: stock,
    room: fc.option(fc.nat({ max: 10 })),
    prices: fc.tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 })),
    tax: fc.integer({ min: 0, max: 30_000 }),
    shares: fc.subarray([11, 12]),
    sharedRoom: fc.nat({ max: 10 }),
    hidden: fc.boolean(),
    code: fc.record({
      kind: fc.constantFrom("percent" as const, "amount" as const),
      value: fc.integer({ min: 1, max: 100 }),
      ticket_ids: fc.constantFrom<number[] | null>(null, [11], [12], [11, 12]),
      uses: fc.option(fc.nat({ max: 6 })),
      used: fc.nat({ max: 3 }),
    }),
  })
  .map(
    ({
      first,
      second,
      extra,
      room,
      prices,
      tax,
      shares,
      sharedRoom,
      hidden,
      code: { uses, used, ...code },
    }) => {
      const countedPlaces = (of: "held" | "sold") =>
        (shares.includes(11) ? first[of] : 0) + (shares.includes(12) ? second[of] : 0);
      const share = (id: number) => ({ shared_capacity_id: shares.includes(id) ? 41 : null });
      const [held, sold] = [first.held + second.held, first.sold + second.sold];
      return {
        event: { held, sold, capacity: room === null ? null : held + sold + room, tax_amount: tax / 1000 },
        tickets: [
          { id: 11, price: prices[0], ...first, ...share(11) },
          { id: 12, price: prices[1], ...second, ...share(12), is_hidden: hidden },
        ],
        extras: [{ id: 21, price: prices[2], ...extra }],
        shared: [
          {
            id: 41,
            held: countedPlaces("held"),
            sold: countedPlaces("sold"),
            max_places: countedPlaces("held") + countedPlaces("sold") + sharedRoom,
          },
        ],
        promoCodes: [
          { id: 31, code: "EARLY", ...code, sold: used, max_uses: uses === null ? null : used + uses },
        ],
      };
    },
  );
const quantity = fc.integer({ min: 1, max: 5 });
const wish: fc.Arbitrary<HoldRequest> = fc.record({
  eventId: fc.constant(1),
  tickets: fc.array(fc.record({ ticketId: fc.constantFrom(11, 12), quantity }), {
    minLength: 1,
    maxLength: 3,
  }),
  extras: fc.array(fc.record({ extrasId: fc.constant(21), quantity }), { maxLength: 2 }),
  promoCode: fc.constantFrom(undefined, "early"),
});

const counters = ({ events, tickets, extras, shared, promoCodes }: Snapshot) =>
  [events, tickets, extras, shared, promoCodes].flatMap((rows) =>
    [...rows.values()].map(({ held, sold }) => [held, sold]),
  );
const quantityOf = ({ tickets }: HoldRequest, id: number) =>
  sumOf(tickets.filter(({ ticketId }) => ticketId === id));
const usesIn = (snapshot: Snapshot, one: HoldRequest) => {
  const { ticket_ids } = snapshot.promoCodes.get(31)!;
  if (one.promoCode === undefined) return 0;
  const isCovered = (id: number) =>
    ticket_ids === null ? !snapshot.tickets.get(id)!.is_hidden : ticket_ids.includes(id);
  return [11, 12].reduce((sum, id) => sum + (isCovered(id) ? quantityOf(one, id) : 0), 0);
};
const sharedIn = (snapshot: Snapshot, one: HoldRequest) =>
  [11, 12].reduce(
    (sum, id) => sum + (snapshot.tickets.get(id)!.shared_capacity_id === null ? 0 : quantityOf(one, id)),
    0,
  );
const sumOf = (lines: readonly { quantity: number }[]) => lines.reduce((sum, line) => sum + line.quantity, 0);

describe("a decision", () => {
  test("a decision never exceeds the stock of a ticket or an extra, a capacity, or the limit of a code", () => {
    fc.assert(
      fc.property(spec, fc.array(wish, { maxLength: 12 }), (given, wishes) => {
        const snapshot = snapshotOf(given);
        for (const one of wishes) decideHold(snapshot, one, now);
        for (const row of [...snapshot.tickets.values(), ...snapshot.extras.values()])
          expect(row.held + row.sold).toBeLessThanOrEqual(row.max_stock!);
        const event = snapshot.events.get(1)!;
        expect(event.held + event.sold).toBeLessThanOrEqual(event.capacity ?? Number.POSITIVE_INFINITY);
        const shared = snapshot.shared.get(41)!;
        expect(shared.held + shared.sold).toBeLessThanOrEqual(shared.max_places);
        const code = snapshot.promoCodes.get(31)!;
        expect(code.held + code.sold).toBeLessThanOrEqual(code.max_uses ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  test("a decision takes all requested places or, if it refuses, none", () => {
    fc.assert(
      fc.property(spec, wish, (given, one) => {
        const snapshot = snapshotOf(given);
        const before = counters(snapshot);
        const outcome = decideHold(snapshot, one, now);
        if (outcome instanceof DomainError) {
          expect(counters(snapshot)).toEqual(before);
          return;
        }
        const taken = counters(snapshot).map(([held], index) => held! - before[index]![0]!);
        const places = sumOf(one.tickets);
        const [ofEvent, first, second, extra, shared, code] = taken;
        expect([ofEvent, extra]).toEqual([places, sumOf(one.extras ?? [])]);
        expect([first, second]).toEqual([quantityOf(one, 11), quantityOf(one, 12)]);
        expect([shared, code]).toEqual([sharedIn(snapshot, one), usesIn(snapshot, one)]);
        expect([outcome.places, outcome.promoUses]).toEqual([places, code]);
      }),
    );
  });

  test("a decision refuses only a request that does not fit", () => {
    fc.assert(
      fc.property(spec, wish, (given, one) => {
        const snapshot = snapshotOf(given);
        const free = (row: { max_stock: number | null; held: number; sold: number }) =>
          row.max_stock! - row.held - row.sold;
        const event = snapshot.events.get(1)!;
        const uses = usesIn(snapshot, one);
        const isOpen =
          !snapshot.tickets.get(12)!.is_hidden ||
          quantityOf(one, 12) === 0 ||
          (one.promoCode !== undefined && snapshot.promoCodes.get(31)!.ticket_ids?.includes(12) === true);
        const fits =
          isOpen &&
          (one.promoCode === undefined || uses > 0) &&
          uses <= (snapshot.promoCodes.get(31)!.max_uses ?? 1e9) - snapshot.promoCodes.get(31)!.sold &&
          sharedIn(snapshot, one) <=
            snapshot.shared.get(41)!.max_places -
              snapshot.shared.get(41)!.held -
              snapshot.shared.get(41)!.sold &&
          sumOf(one.tickets) <= 10 &&
          sumOf(one.tickets) <= (event.capacity ?? 1e9) - event.held - event.sold &&
          [11, 12].every(
            (id) =>
              sumOf(one.tickets.filter((line) => line.ticketId === id)) <= free(snapshot.tickets.get(id)!),
          ) &&
          sumOf(one.extras ?? []) <= free(snapshot.extras.get(21)!);
        expect(!(decideHold(snapshot, one, now) instanceof DomainError)).toBe(fits);
      }),
    );
  });

  test("a decision takes prices from the rows; the items add up to the subtotal, and the tax to the total", () => {
    fc.assert(
      fc.property(spec, wish, (given, one) => {
        const outcome = decideHold(snapshotOf(given), one, now);
        if (outcome instanceof DomainError) return;
        const { items, subtotal, tax, totalAmount } = outcome;
        for (const item of items) expect(item.total).toBe(item.unitPrice * item.quantity);
        expect(items.reduce((sum, item) => sum + item.total, 0)).toBe(subtotal);
        expect(subtotal + tax).toBe(totalAmount);
        expect(Number.isSafeInteger(totalAmount)).toBe(true);
        const list = items.reduce((sum, item) => {
          const row = (item.kind === "ticket" ? given.tickets : given.extras)!.find(
            ({ id }) => id === item.refId,
          )!;
          expect(item.unitPrice).toBeLessThanOrEqual(row.price!);
          expect(item.unitPrice).toBeGreaterThanOrEqual(0);
          return sum + row.price! * item.quantity;
        }, 0);
        expect(outcome.discount).toBe(list - subtotal);
        if (one.promoCode === undefined) expect(outcome.discount).toBe(0);
      }),
    );
  });
});

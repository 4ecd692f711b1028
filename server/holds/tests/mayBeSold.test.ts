import { expect, test } from "vitest";
import { type LockedRegistration, mayBeSold } from "../move.ts";

/** With two lines of one ticket, as after an exchange by staff. */
const expiredWith = (maxStock: number) =>
  ({
    registration: {
      event_id: 1,
      state: "expired",
      places: 2,
      promo_code_id: null,
      promo_uses: 0,
      lines: [
        { kind: "ticket", refId: 7, quantity: 1, unitPrice: 10_000 },
        { kind: "ticket", refId: 7, quantity: 1, unitPrice: 2500 },
      ],
    },
    snapshot: {
      events: new Map([[1, { cancelled_at: null, capacity: null, held: 0, sold: 0 }]]),
      tickets: new Map([[7, { max_stock: maxStock, held: 0, sold: 0, shared_capacity_id: null }]]),
      extras: new Map(),
      promoCodes: new Map(),
      shared: new Map(),
    },
  }) as unknown as LockedRegistration;

test("a late payment takes places again only if all lines of a ticket fit together", () => {
  expect(mayBeSold(expiredWith(1))).toBe(false);
  expect(mayBeSold(expiredWith(2))).toBe(true);
});

import { expect, test } from "vitest";
import { calls } from "../../all.ts";
import { eventSettings } from "../eventSettings.ts";
import { holdLimits } from "../holdLimits.ts";

function isAccepted(name: keyof typeof bodies, changes: Record<string, unknown>): boolean {
  return calls[name].body?.safeParse({ ...bodies[name], ...changes }).success === true;
}

const line = { ticketId: 1, quantity: 1 };
const bodies = {
  "registration/initRegistration": { eventId: 1, tickets: [line] },
  "door/sell": {
    eventId: 1,
    deviceId: "4f9f7a0e-5a4b-4c58-9a0e-0d4a0d3f6f11",
    tickets: [line],
    paidBy: "cash",
    totalAmount: 0,
  },
  "extras/purchaseExtras": { registrationId: 1, accessKey: "0123456789abcdef" },
} as const;
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const extra = { extrasId: 1, quantity: 1 };

test.each([
  [
    "lines of tickets",
    "registration/initRegistration",
    holdLimits.lines,
    (count) => ({ tickets: many(count, line) }),
  ],
  [
    "lines of extras",
    "registration/initRegistration",
    holdLimits.lines,
    (count) => ({ extras: many(count, extra) }),
  ],
  [
    "tickets on one line",
    "registration/initRegistration",
    holdLimits.quantity,
    (quantity) => ({ tickets: [{ ...line, quantity }] }),
  ],
  ["lines at the door", "door/sell", holdLimits.doorLines, (count) => ({ tickets: many(count, line) })],
  ["minor units", "door/sell", holdLimits.amount, (totalAmount) => ({ totalAmount })],
  [
    "lines of extras added later",
    "extras/purchaseExtras",
    holdLimits.laterExtras,
    (count) => ({ extras: many(count, extra) }),
  ],
  [
    "ids of extras",
    "extras/purchaseExtras",
    holdLimits.laterExtras,
    (count) => ({ extrasIds: many(count, 1) }),
  ],
] as const satisfies readonly (readonly [string, keyof typeof bodies, number, (count: number) => object])[])(
  "a call accepts as many %s as the limits allow, and not one more: %s",
  (_what, name, most, changesFor) => {
    expect(isAccepted(name, changesFor(most))).toBe(true);
    expect(isAccepted(name, changesFor(most + 1))).toBe(false);
  },
);

test("an event cannot allow more tickets per registration than one line can have", () => {
  expect(eventSettings.maxTicketsPerRegistration.most).toBe(holdLimits.quantity);
});

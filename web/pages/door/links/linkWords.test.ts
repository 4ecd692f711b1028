import { expect, test } from "vitest";
import type { DoorLink } from "../../../../contract/shapes/doorLink.ts";
import { deviceText, linkBody, linkProblems, linkState, newLink, rightsText } from "./linkWords.ts";

const now = Date.parse("2026-11-21T19:00:00Z");
const device = {
  deviceId: "3f2b8c1e-9a4d-4f6b-8e2a-1c5d7f9b0a3e",
  linkId: 1,
  gate: "North gate",
  name: "Android, Chrome",
  appVersion: "a1b2c3d4",
  firstSeenAt: "2026-11-21T17:00:00Z",
  lastSeenAt: "2026-11-21T18:57:00Z",
  scans: 1,
  waiting: 4,
  isRevoked: false,
};
const link: DoorLink = {
  id: 1,
  eventId: 1,
  gate: "North gate",
  rights: ["scan", "search"],
  expiresAt: "2026-11-22T02:00:00Z",
  mostDevices: 5,
  isRevoked: false,
  lockedUntil: null,
  createdAt: "2026-11-20T10:00:00Z",
  devices: [device, { ...device, isRevoked: true }],
};

test("a link says how it stands, and what matters most of it", () => {
  const say = (part: Partial<DoorLink>) => linkState({ ...link, ...part }, now).words;
  expect(say({})).toBe("Open on 1 of 5");
  expect(say({ devices: [] })).toBe("Not opened yet");
  expect(say({ lockedUntil: "2026-11-21T19:05:00Z" })).toBe("Closed after wrong PINs");
  expect(say({ lockedUntil: "2026-11-21T18:05:00Z" })).toBe("Open on 1 of 5");
  expect(say({ expiresAt: "2026-11-21T18:00:00Z" })).toBe("Expired");
  expect(say({ isRevoked: true, expiresAt: "2026-11-21T18:00:00Z" })).toBe("Ended");
});

test("a device says when it was seen, what it has sent and what it keeps", () => {
  expect(deviceText(device, now)).toBe("seen 3 min ago · 1 scan · 4 waiting · version a1b2c3d4");
  expect(deviceText({ ...device, appVersion: "" }, now - 170_000)).toBe("seen just now · 1 scan · 4 waiting");
});

test("a link goes to the wire with its end as an instant, or without one", () => {
  const of = { eventId: 7, timeZone: "Europe/Berlin" };
  expect(linkBody({ ...newLink, gate: "North" }, of)).toEqual({
    eventId: 7,
    gate: "North",
    rights: ["scan", "search", "undo"],
    expiresAt: null,
    mostDevices: 5,
  });
  expect(linkBody({ ...newLink, expiresAt: "2026-11-22T03:00" }, of).expiresAt).toBe(
    "2026-11-22T02:00:00.000Z",
  );
  expect(rightsText(["scan", "sell"])).toBe("Scan codes, sell tickets");
  expect(linkProblems({ ...newLink, rights: [], mostDevices: "0" })).toEqual({
    gate: "Say where the helpers stand.",
    rights: "Allow something.",
    mostDevices: "Enter a number from 1 to 100.",
  });
  expect(linkProblems({ ...newLink, gate: "North" })).toEqual({});
});

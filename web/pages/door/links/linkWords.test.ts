import { expect, test } from "vitest";
import type { DoorLink } from "../../../../contract/shapes/door/doorLink.ts";
import {
  deviceText,
  deviceTitle,
  linkBody,
  linkProblems,
  linkState,
  newLink,
  rightsText,
} from "./linkWords.ts";

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

test("a link shows only its most important state", () => {
  const wordsOf = (part: Partial<DoorLink>) => linkState({ ...link, ...part }, now).words;
  expect(wordsOf({})).toBe("Open on 1 of 5");
  expect(wordsOf({ devices: [] })).toBe("Not opened yet");
  expect(wordsOf({ lockedUntil: "2026-11-21T19:05:00Z" })).toBe("Locked after wrong PINs");
  expect(wordsOf({ lockedUntil: "2026-11-21T18:05:00Z" })).toBe("Open on 1 of 5");
  expect(wordsOf({ expiresAt: "2026-11-21T18:00:00Z" })).toBe("Expired");
  expect(wordsOf({ isRevoked: true, expiresAt: "2026-11-21T18:00:00Z" })).toBe("Ended");
});

test("a device shows when it was seen, what it has sent and what is waiting", () => {
  expect(deviceText(device, now)).toBe("seen 3 min ago · 1 scan · 4 to send · version a1b2c3d4");
  expect(deviceText({ ...device, appVersion: "" }, now - 170_000)).toBe("seen just now · 1 scan · 4 to send");
});

test("a device's name shows since when it is open, with the day if that is not today", () => {
  const clocks = { timeZone: "Europe/Berlin", dateFormat: "DD/MM/YYYY HH:mm" } as const;
  expect(deviceTitle(device, now, clocks)).toBe("Android, Chrome, since 18:00");
  const staffDevice = { ...device, linkId: null, gate: "Desk", firstSeenAt: "2026-11-20T17:00:00Z" };
  expect(deviceTitle(staffDevice, now, clocks)).toBe("Android, Chrome at Desk, since 20 Nov, 18:00");
  expect(deviceTitle({ ...device, name: "" }, now, clocks)).toBe("Device, since 18:00");
});

test("a link is sent with its expiry as an instant, or with null", () => {
  const event = { eventId: 7, timeZone: "Europe/Berlin" };
  expect(linkBody({ ...newLink, gate: "North" }, event)).toEqual({
    eventId: 7,
    gate: "North",
    rights: ["scan", "search", "undo"],
    expiresAt: null,
    mostDevices: 5,
  });
  expect(linkBody({ ...newLink, expiresAt: "2026-11-22T03:00" }, event).expiresAt).toBe(
    "2026-11-22T02:00:00.000Z",
  );
});

test("a link's rights and problems are shown as words", () => {
  expect(rightsText(["scan", "sell"])).toBe("Scan codes, sell tickets");
  expect(linkProblems({ ...newLink, rights: [], mostDevices: "0" })).toEqual({
    gate: "Enter the gate.",
    rights: "Choose what helpers may do.",
    mostDevices: "Enter a number from 1 to 100.",
  });
  expect(linkProblems({ ...newLink, gate: "North" })).toEqual({});
});

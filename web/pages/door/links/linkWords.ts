import type { BodyInput } from "../../../../contract/all.ts";
import { type EventClocks, formatClock, localDay } from "../../../../contract/rules/time/eventTime.ts";
import { instantOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { DoorRight } from "../../../../contract/shapes/door/door.ts";
import type { DoorDevice, DoorLink } from "../../../../contract/shapes/door/doorLink.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";
import type { BadgeTone } from "../../../ui/Badge.tsx";
import { durationWords } from "../statusWords.ts";

export const rightNames: Record<DoorRight, string> = {
  scan: "Scan codes",
  search: "Search by name",
  undo: "Undo check-ins",
  sell: "Sell tickets",
};

export function rightsText(rights: readonly DoorRight[]): string {
  const words = rights.map((right) => rightNames[right].toLowerCase()).join(", ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export function linkState(link: DoorLink, now: number): { words: string; tone: BadgeTone } {
  if (link.isRevoked) return { words: "Ended", tone: "bad" };
  if (Date.parse(link.expiresAt) <= now) return { words: "Expired", tone: "warn" };
  if (link.lockedUntil !== null && Date.parse(link.lockedUntil) > now)
    return { words: "Locked after wrong PINs", tone: "warn" };
  const openCount = link.devices.filter(({ isRevoked }) => !isRevoked).length;
  return openCount === 0
    ? { words: "Not opened yet", tone: "plain" }
    : { words: `Open on ${openCount} of ${link.mostDevices}`, tone: "good" };
}

/** The time tells equal phones apart. */
export function deviceTitle(
  { name, linkId, gate, firstSeenAt }: Pick<DoorDevice, "name" | "linkId" | "gate" | "firstSeenAt">,
  now: number,
  clocks: EventClocks,
): string {
  const { timeZone } = clocks;
  const isToday = localDay(firstSeenAt, timeZone) === localDay(new Date(now).toISOString(), timeZone);
  const since = formatClock(firstSeenAt, clocks, isToday ? "minute" : "dayAndMinute");
  return `${name === "" ? "Device" : name}${linkId === null ? ` at ${gate}` : ""}, since ${since}`;
}

export function deviceText(device: DoorDevice, now: number): string {
  const ageMs = now - Date.parse(device.lastSeenAt);
  const count = (value: number, word: string) => `${value.toLocaleString("en-US")} ${word}`;
  return [
    ageMs < 60_000 ? "seen just now" : `seen ${durationWords(ageMs)} ago`,
    count(device.scans, device.scans === 1 ? "scan" : "scans"),
    count(device.waiting, "to send"),
    ...(device.appVersion === "" ? [] : [`version ${device.appVersion}`]),
  ].join(" · ");
}

export type LinkValues = {
  gate: string;
  rights: string[];
  expiresAt: string;
  mostDevices: string;
};

export const newLink: LinkValues = {
  gate: "",
  rights: ["scan", "search", "undo"],
  expiresAt: "",
  mostDevices: "5",
};

export function linkProblems(values: LinkValues): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.gate.trim() === "") problems.gate = "Enter the gate.";
  if (values.rights.length === 0) problems.rights = "Choose what helpers may do.";
  const mostDevices = wholeNumberOf(values.mostDevices);
  if (mostDevices === null || mostDevices < 1 || mostDevices > 100)
    problems.mostDevices = "Enter a number from 1 to 100.";
  return problems;
}

export function linkBody(
  values: LinkValues,
  event: { eventId: number; timeZone: string },
): BodyInput<"door/addLink"> {
  const isDoorRight = (name: string): name is DoorRight => name in rightNames;
  return {
    eventId: event.eventId,
    gate: values.gate,
    rights: values.rights.filter(isDoorRight),
    expiresAt: instantOf(values.expiresAt, event.timeZone),
    mostDevices: wholeNumberOf(values.mostDevices) ?? 5,
  };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calls } from "../contract/all.ts";
import { fileCalls } from "../contract/files.ts";
import { holdLimits } from "../contract/rules/holdLimits.ts";
import * as declines from "../server/checkout/declines.ts";
import { silentAfterMs } from "../server/db/pulse.ts";
import { maxFreeOfAllEvents, maxFreeOfEvent } from "../server/holds/freeMails.ts";
import { mostNetworks, windowMs } from "../server/http/client.ts";
import { limitOf, maxWrongCodesPerMinute } from "../server/http/limits.ts";
import { mostUploadsOfClub, mostWritesOfClub } from "../server/http/limitsByClub.ts";
import {
  bodyBytesPerMs,
  defaultTimeouts,
  mostDelayed,
  serverTimeouts,
  stopMs,
} from "../server/http/timeouts.ts";
import { defaultUploadRoom } from "../server/http/uploadRoom.ts";
import { mailerConnections } from "../server/mailer/mailer.ts";
import { jobConnections, requestConnections } from "../server/main.ts";
import * as guesses from "../server/promoCodes/guesses.ts";
import { doorLiveBounds } from "../server/routes/files/doorLive.ts";
import { liveBounds } from "../server/routes/files/live.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/operations.md"), "utf8");
const rows = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+?) \|/gm)].map(([, what, number]) => [what, number] as const),
);

const count = (number: number) => number.toLocaleString("en");
const seconds = (ms: number) => `${ms / 1000} s`;
const minutes = (ms: number) => `${ms / 60_000} min`;
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

test.each([
  ["places held and not paid", `${holdLimits.heldPlaces}, or a quarter of what is left`],
  [
    "free registrations that mail an address",
    `${maxFreeOfEvent} an hour for one event, ${maxFreeOfAllEvents} for all`,
  ],
  [
    "declined cards",
    `${declines.maxDeclinesOfPayer} an hour over all payments; ${declines.maxDeclinesUnderAttack} each while an event has ${declines.manyDeclinesOfEvent} declines an hour`,
  ],
  [
    "uploaded files in a node's memory at one time",
    `${megabytes(defaultUploadRoom.perClient)} a client, ${megabytes(defaultUploadRoom.perNode)} in all`,
  ],
  [
    "changes by staff; files they upload",
    `${count(mostWritesOfClub)} an hour; ${count(mostUploadsOfClub)} an hour`,
  ],
  [
    "wrong promo codes",
    `${maxWrongCodesPerMinute} a minute; ${guesses.fewWrongCodes} each while an event has ${guesses.manyWrongCodesOfEvent} wrong ones a minute`,
  ],
  [
    "open streams of the statistics page",
    `${liveBounds.mostPerReader} a reader, ${count(liveBounds.mostStreams)} a node; looked at every ${seconds(liveBounds.beatMs)}`,
  ],
  [
    "open streams of the door",
    `${doorLiveBounds.mostPerReader} a reader, ${count(doorLiveBounds.mostStreams)} a node; looked at every ${seconds(doorLiveBounds.beatMs)}`,
  ],
  [
    "headers",
    `${seconds(serverTimeouts.http.headersTimeout)}, looked at every ${seconds(serverTimeouts.http.connectionsCheckingInterval)}`,
  ],
  [
    "a body",
    `${seconds(defaultTimeouts.bodyMs)}, and a second more for every ${bodyBytesPerMs} KB that has come; ${minutes(serverTimeouts.requestTimeout)} in all`,
  ],
  ["a reply that the client does not read", seconds(defaultTimeouts.replyMs)],
  [
    "a body of a call that was already refused",
    `${seconds(defaultTimeouts.lateBodyMs)}, then the connection ends with the answer`,
  ],
  [
    "a refusal `tooMany`",
    `is sent after ${seconds(defaultTimeouts.tooManyMs)}; at most ${mostDelayed.refusals} wait, none with a body of more than ${mostDelayed.bodyBytes / 1024} KB or of unknown length`,
  ],
  ["for requests, and in a worker for its jobs", `${requestConnections}`],
  ["the queue of a worker", `${jobConnections}`],
  ["the mailer of a worker", `${mailerConnections}`],
  ["any connection on which nothing moves", minutes(serverTimeouts.connectionTimeout)],
  ["a stop", `connections have ${seconds(stopMs)}, then they are closed`],
])("docs/operations.md has the limit of the code for: %s", (what, number) => {
  expect(rows.get(what)?.slice(0, number.length)).toBe(number);
});

test("docs/operations.md says how long the database may be silent, and requests are refused within five seconds", () => {
  const [, silence] = /not\s+answer\s+at\s+all\s+for\s+(\d+\s+s)\s/.exec(page) ?? [];
  expect(silence).toBe(seconds(silentAfterMs));
  // Requests are refused at most a second after this time.
  expect(silentAfterMs + 1_000).toBeLessThanOrEqual(5_000);
});

test("docs/operations.md says how many IPv6 networks count as one client, and within how many minutes", () => {
  const words =
    /more\s+than\s+(\d+)\s+networks\s+of\s+a\s+\/56,\s+or\s+more\s+than\s+(\d+)\s+of\s+a\s+\/48,\s+come\s+within\s+(\w+)\s+minutes/;
  const [, of56, of48, within] = words.exec(page) ?? [];
  expect([Number(of56), Number(of48), within]).toEqual([mostNetworks[56], mostNetworks[48], "ten"]);
  expect(windowMs).toBe(10 * 60_000);
});

test("docs/operations.md lists each call with a limit, with its number a minute, and no other call", () => {
  const [, table = ""] =
    /^\| Calls of a client \| A minute \|\n\|---\|---\|\n((?:\|.+\n)+)/m.exec(page) ?? [];
  const read = [...table.matchAll(/^\| (.+) \| (\d+) \|$/gm)].flatMap(([, names = "", most]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, { max: Number(most), timeWindow: 60_000 }]),
  );
  const names = [...Object.keys(calls), ...Object.keys(fileCalls)] as Parameters<typeof limitOf>[0][];
  const limited = names.map((name) => [name, limitOf(name).rateLimit] as const).filter(([, limit]) => limit);
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(limited));
});

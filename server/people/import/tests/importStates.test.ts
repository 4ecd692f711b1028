import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StateVerdict } from "../../../../contract/shapes/people.ts";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
import { openFileStates, stateColumnsOf } from "../importStates.ts";
import { importReport, readPeople } from "../readPeople.ts";

async function rowsOf(file: string): Promise<string[][]> {
  const body = await readFile(new URL(`movedFrom/${file}.csv`, import.meta.url));
  const rows: string[][] = [];
  for await (const batch of readSheet(body, { mostRows: 1000 }))
    rows.push(...batch.map((cells) => [...cells]));
  return rows;
}

describe("a file of another system", () => {
  test.each([
    ["pretix-positions", 108, { canceled: 2, pending: 1, expired: 1 }],
    ["pretix-orders", 65, { canceled: 1, pending: 1, expired: 1 }],
    ["eventbrite", 5, { "Not Attending": 1 }],
    ["tickettailor", 3, { void: 1 }],
    ["hievents", 3, { CANCELLED: 1, AWAITING_PAYMENT: 1 }],
    ["luma", 3, { pending_approval: 1, declined: 1, invited: 1 }],
  ])(
    "the file of %s has %i rows with a ticket, and all others are left out by their state",
    async (file, good, leftOut) => {
      const [headings, ...rows] = await rowsOf(file);
      const columns = stateColumnsOf(headings!);
      const states = openFileStates({});
      const verdicts = rows.map((cells) => states.judge(columns.map((index) => cells[index]!))?.verdict);
      expect(verdicts.filter((verdict) => verdict === "good")).toHaveLength(good);
      const counts = states.all().filter(({ verdict, count }) => verdict !== "good" && count > 0);
      expect(Object.fromEntries(counts.map(({ text, count }) => [text, count]))).toEqual(leftOut);
      expect(counts.every(({ verdict }) => verdict === "leaveOut")).toBe(true);
    },
  );

  test.each(["pretix-checkin", "googleforms"])("the file of %s has no column of states", async (file) => {
    const [headings] = await rowsOf(file);
    expect(stateColumnsOf(headings!)).toEqual([]);
  });
});

test.each([
  ["Attendee Status", [0]],
  ["approval_status", [0]],
  ["Zahlungsstatus", [0]],
  ["Statut de la commande", [0]],
  ["État", [0]],
  ["สถานะการชำระเงิน", [0]],
  ["State", [0]],
  ["State,City", []],
  ["Home State", []],
  ["Statistics", []],
])("the headings %s have these columns with a state: %o", (headings, columns) => {
  expect(stateColumnsOf(headings.split(","))).toEqual(columns);
});

test.each<[string, StateVerdict | undefined]>([
  ["PAID", "good"],
  ["bestätigt", "good"],
  ["Payée", "good"],
  ["ชำระเงินแล้ว", "good"],
  ["Pending approval", "leaveOut"],
  ["Storniert", "leaveOut"],
  ["en attente", "leaveOut"],
  ["ยกเลิกแล้ว", "leaveOut"],
  ["refunded", undefined],
  ["unpaid?", "leaveOut"],
  ["incomplete", undefined],
  ["", undefined],
  ["VIP", undefined],
])("the state %o has the verdict %o", (text, verdict) => {
  expect(openFileStates({}).judge([text])?.verdict).toBe(verdict);
});

test("a row with several states is judged by the worst state", () => {
  const judge = (...cells: string[]) => openFileStates({}).judge(cells)!.verdict;
  expect(judge("Completed", "valid")).toBe("good");
  expect(judge("Completed", "void")).toBe("leaveOut");
  expect(judge("On hold", "void")).toBe("leaveOut");
  expect(judge("Completed", "")).toBeUndefined();
});

/** The expected verdicts of the property below, independent of the code. */
const known: Record<string, StateVerdict | undefined> = {
  paid: "good",
  canceled: "leaveOut",
  storniert: "leaveOut",
  vip: undefined,
  "on hold": undefined,
  "": undefined,
};

test("no row of a file becomes a ticket unless each of its states is known or decided to be good", async () => {
  const word = fc.constantFrom("paid", "Paid", "CANCELED", "Storniert", "VIP", "vip", "On hold", "");
  const decisions = fc.dictionary(
    fc.constantFrom("paid", "canceled", "vip", "on hold", ""),
    fc.constantFrom<StateVerdict>("good", "waiting", "leaveOut"),
  );
  const rows = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, decisions, fc.boolean(), async (states, decided, everybodyWaits) => {
      async function* file() {
        yield [["name", "email", "order status", "ticket status"]];
        yield states.map((cells, n) => [`Guest ${n}`, `guest${n}@example.org`, ...cells]);
      }
      const read = await readPeople(file(), {
        tickets: [],
        ticketUses: {},
        answers: [],
        defaultTicketId: 1,
        currency: "eur",
        timeZone: "UTC",
        now: new Date(),
        goodRowsOnly: false,
        everybodyWaits,
        reportsColumnProblems: false,
        questions: [],
        choices: [],
        states: decided,
      });
      const verdictsOf = (cells: readonly string[]) =>
        cells.map((cell) => decided[cell.toLowerCase()] ?? known[cell.toLowerCase()]);
      const isActive = (cells: readonly string[]) => verdictsOf(cells).every((verdict) => verdict === "good");
      const isRegistered = (cells: readonly string[]) =>
        verdictsOf(cells).every((verdict) => verdict === "good" || verdict === "waiting");
      const isLeftOut = (cells: readonly string[]) => verdictsOf(cells).includes("leaveOut");
      const people = read.registrations.flatMap((one) => one.rows);
      expect(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(
        states.flatMap((cells, n) => (isRegistered(cells) ? [`Guest ${n}`] : [])),
      );
      const active = people.filter(({ isWaiting }) => !isWaiting);
      expect(active.map(({ lastName }) => lastName)).toEqual(
        states.flatMap((cells, n) => (isActive(cells) && !everybodyWaits ? [String(n)] : [])),
      );
      const { leftOut, undecided, skippedCount } = importReport(read, new Map(), [
        { id: 1, title: "Standard" },
      ]);
      const rowsIn = (counts: { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
      expect(rowsIn(leftOut)).toBe(states.filter(isLeftOut).length);
      expect(rowsIn(undecided)).toBe(skippedCount);
      expect(people.length + rowsIn(leftOut) + skippedCount).toBe(states.length);
    }),
  );
});

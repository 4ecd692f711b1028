import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { violatedConstraint } from "../../db/violation.ts";
import { DomainError } from "../../domainError.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type LockRows, reserveAll } from "../../holds/reserve.ts";
import { readPlaces } from "../../holds/rows.ts";
import { buildEvent, buildTicket, holdRequest } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { barrier } from "../../testing/meeting.ts";
import { sellAtDoor } from "../sale.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 10 });
});
afterAll(() => database.close());

const now = new Date();
const buyers = 4;

/** Half of the buyers are at the door and half on the web. */
async function requestLastPlace(lockRows?: LockRows): Promise<string[]> {
  const { db } = database;
  const event = await buildEvent(db, { start: now });
  const ticket = await buildTicket(db, event.id, { price: 1000, maxStock: 1 });
  const lockOptions = lockRows === undefined ? {} : { lockRows };
  const row = await db.selectFrom("events").selectAll().where("id", "=", event.id).executeTakeFirstOrThrow();
  const source = {
    event: row,
    deviceId: null,
    gate: "Till",
    by: "Lena",
    userId: null,
    linkId: null,
    isRevoked: false,
  };
  const sale = {
    eventId: event.id,
    deviceId: randomUUID(),
    tickets: [{ ticketId: ticket.id, quantity: 1 }],
    extras: [],
    handsOverExtras: false,
    answers: [],
    answersLater: false,
    name: "",
    paidBy: "cash" as const,
    totalAmount: 1000,
  };
  const buyAtDoor = () =>
    sellAtDoor(db, sale, { source, actor: "helper:1", now, idempotency: null, ...lockOptions }).then(
      () => "door",
    );
  const buyOnWeb = () =>
    inTransaction(db, async (tx) => {
      const [outcome] = await reserveAll(tx, [holdRequest(event.id, ticket.id)], { now, ...lockOptions });
      if (outcome === undefined || "refused" in outcome) throw outcome?.refused ?? new Error("no outcome");
      return "web";
    });
  const outcomes = await Promise.allSettled(
    Array.from({ length: buyers }, (_, index) => (index % 2 === 0 ? buyAtDoor() : buyOnWeb())),
  );
  expect(await auditCounters(db)).toEqual([]);
  return outcomes.map((one) => {
    if (one.status === "fulfilled") return one.value;
    return one.reason instanceof DomainError ? one.reason.code : (violatedConstraint(one.reason) ?? "?");
  });
}

test("the last place goes to one buyer, and the others are refused as sold out", async () => {
  for (let round = 0; round < 5; round++) {
    const outcomes = await requestLastPlace();
    expect(outcomes.filter((one) => one === "door" || one === "web")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "soldOut")).toHaveLength(buyers - 1);
  }
});

test("control: without the locks all buyers see the place, and only the constraint refuses all but one", async () => {
  const haveRead = barrier(buyers);
  const outcomes = await requestLastPlace(async (tx, ids) => {
    const snapshot = await readPlaces(tx, ids, { lock: false });
    await haveRead();
    return snapshot;
  });
  expect(outcomes.filter((one) => one === "door" || one === "web")).toHaveLength(1);
  expect(outcomes).not.toContain("soldOut");
  expect(outcomes.filter((one) => one === "tickets_stock")).toHaveLength(buyers - 1);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { violatedConstraint } from "../../db/violation.ts";
import { addPeople } from "../../desk/addPeople.ts";
import { DomainError } from "../../domainError.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type LockRows, reserveAll } from "../../holds/reserve.ts";
import { readPlaces } from "../../holds/rows.ts";
import { buildEvent, buildTicket, holdRequest } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { barrier } from "../../testing/meeting.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 10 });
});
afterAll(() => database.close());

const now = new Date();
const requests = 4;

async function requestLastPlace(lockRows?: LockRows): Promise<string[]> {
  const { db } = database;
  const { id: eventId } = await buildEvent(db, { start: now });
  const { id: ticketId } = await buildTicket(db, eventId, { price: 1000, maxStock: 1 });
  const lockOptions = lockRows === undefined ? {} : { lockRows };
  const event = await db.selectFrom("events").selectAll().where("id", "=", eventId).executeTakeFirstOrThrow();
  const person = {
    eventId,
    tickets: [{ ticketId, quantity: 1 }],
    attendees: [{ ticketId, firstName: "Lena", lastName: "" }],
    paid: "cash" as const,
    reason: "",
    mail: true,
  };
  const addByStaff = async () => {
    await addPeople(db, person, { event, actor: "user:1", now, idempotency: null, ...lockOptions });
    return "staff";
  };
  const buyOnWeb = () =>
    inTransaction(db, async (tx) => {
      const [outcome] = await reserveAll(tx, [holdRequest(eventId, ticketId)], { now, ...lockOptions });
      if (outcome === undefined || "refused" in outcome) throw outcome?.refused ?? new Error("no outcome");
      return "web";
    });
  const outcomes = await Promise.allSettled(
    Array.from({ length: requests }, (_, index) => (index % 2 === 0 ? addByStaff() : buyOnWeb())),
  );
  expect(await auditCounters(db)).toEqual([]);
  return outcomes.map((one) => {
    if (one.status === "fulfilled") return one.value;
    return one.reason instanceof DomainError ? one.reason.code : (violatedConstraint(one.reason) ?? "?");
  });
}

test("if staff and buyers request the last place at the same time, exactly one of them gets it, in 5 rounds", async () => {
  for (let round = 0; round < 5; round++) {
    const outcomes = await requestLastPlace();
    expect(outcomes.filter((one) => one === "staff" || one === "web")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "soldOut")).toHaveLength(requests - 1);
  }
});

test("control: without the locks all requests see the place as free, and only the constraint refuses all but one", async () => {
  const haveRead = barrier(requests);
  const outcomes = await requestLastPlace(async (tx, ids) => {
    const snapshot = await readPlaces(tx, ids, { lock: false });
    await haveRead();
    return snapshot;
  });
  expect(outcomes.filter((one) => one === "staff" || one === "web")).toHaveLength(1);
  expect(outcomes).not.toContain("soldOut");
  expect(outcomes).toContain("tickets_stock");
});

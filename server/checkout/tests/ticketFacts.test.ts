import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { placeTestOrder } from "../../testing/buying.ts";
import { openTicketFacts } from "../ticketFacts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("ticket mails that are written at the same time each have their own people, order, event and key", async () => {
  const { db } = app.database;
  const ordered: number[] = [];
  for (const quantity of [1, 3, 2]) {
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { price: 2500, maxStock: 10 });
    for (const buyer of ["mia", "ben"])
      ordered.push(
        (await placeTestOrder(app, event.id, ticket.id, quantity, `${buyer}@example.org`)).registrationId,
      );
  }
  const unknownId = Math.max(...ordered) + 1_000;
  // One registration comes twice.
  const registrationIds = [...ordered, ordered[0]!, unknownId];

  const factsOf = openTicketFacts(db);
  const concurrent = await Promise.all(registrationIds.map(factsOf));
  const sequential = [];
  for (const registrationId of registrationIds) sequential.push(await factsOf(registrationId));
  expect(concurrent).toEqual(sequential);
  expect(concurrent.at(-1)).toBeNull();

  for (const [index, registrationId] of ordered.entries()) {
    const { registration, event, order: placed, attendees } = concurrent[index]!;
    expect(registration.id).toBe(registrationId);
    expect(event.id).toBe(registration.event_id);
    expect(placed?.registration_id).toBe(registrationId);
    expect(attendees.map((attendee) => attendee.registration_id)).toEqual(
      Array.from({ length: registration.places }, () => registrationId),
    );
    expect(attendees[0]?.is_primary).toBe(true);
  }
  expect(new Set(concurrent.slice(0, -2).map((facts) => facts!.privateKey)).size).toBe(3);
});

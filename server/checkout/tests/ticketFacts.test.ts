import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { order } from "../../testing/buying.ts";
import { openTicketFacts } from "../ticketFacts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("letters that are written at the same time tell each of its own people, order, event and key", async () => {
  const { db } = app.database;
  const bought: number[] = [];
  for (const quantity of [1, 3, 2]) {
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { price: 2500, maxStock: 10 });
    for (const buyer of ["mia", "ben"])
      bought.push((await order(app, event.id, ticket.id, quantity, `${buyer}@example.org`)).registrationId);
  }
  const ended = Math.max(...bought) + 1_000;
  // The mails of a guest and of the buyer are written together, so the same registration comes twice.
  const wanted = [...bought, bought[0]!, ended];

  const factsOf = openTicketFacts(db);
  const together = await Promise.all(wanted.map(factsOf));
  const alone = [];
  for (const registrationId of wanted) alone.push(await factsOf(registrationId));
  expect(together).toEqual(alone);
  expect(together.at(-1)).toBeNull();

  for (const [index, registrationId] of bought.entries()) {
    const { registration, event, order: its, attendees } = together[index]!;
    expect(registration.id).toBe(registrationId);
    expect(event.id).toBe(registration.event_id);
    expect(its?.registration_id).toBe(registrationId);
    expect(attendees.map((attendee) => attendee.registration_id)).toEqual(
      Array.from({ length: registration.places }, () => registrationId),
    );
    expect(attendees[0]?.is_primary).toBe(true);
  }
  expect(new Set(together.slice(0, -2).map((facts) => facts!.privateKey)).size).toBe(3);
});

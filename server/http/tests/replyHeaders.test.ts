import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent } from "../../testing/builders.ts";

let app: TestApp;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  ({ id: eventId } = await buildEvent(app.database.db));
});
afterAll(() => app.close());

test.each<[string, () => { url: string; method?: "POST"; payload?: string }, number]>([
  ["a read", () => ({ url: `/api/event/getEvent?eventId=${eventId}` }), 200],
  ["a refused read", () => ({ url: "/api/event/getEvent?eventId=nothing" }), 400],
  ["a write without a session", () => ({ method: "POST", url: "/api/event/save", payload: "{}" }), 401],
  ["a call that does not exist", () => ({ url: "/api/no/call" }), 404],
  [
    "the default in place of a picture that does not exist",
    () => ({ url: "/api/club-logo/nothere.png" }),
    200,
  ],
  ["a ticket PDF without its proof", () => ({ url: "/api/registration/ticketPdf?registrationId=1" }), 404],
  [
    "an attendee export without a session",
    () => ({ url: `/api/registration/downloadAttendees?eventId=${eventId}` }),
    401,
  ],
  ["the OpenAPI document", () => ({ url: "/api/openapi.json" }), 200],
  [
    "a webhook delivery without a signature",
    () => ({ method: "POST", url: "/api/stripe/webhook", payload: "{}" }),
    400,
  ],
])("%s has headers against type sniffing and against sending a referrer", async (_what, ask, status) => {
  const reply = await app.http.inject({ headers: { "content-type": "application/json" }, ...ask() });
  expect(reply.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  expect(reply.statusCode).toBe(status);
});

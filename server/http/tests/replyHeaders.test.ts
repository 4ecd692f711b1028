/** The headers that every reply of the API and every file has, whatever the outcome of the request. */
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
  ["a call that is not there", () => ({ url: "/api/no/call" }), 404],
  ["the default in place of a picture that is not there", () => ({ url: "/api/club-logo/nothere.png" }), 200],
  [
    "a ticket's document without its proof",
    () => ({ url: "/api/registration/ticketPdf?registrationId=1" }),
    404,
  ],
  [
    "a table without a session",
    () => ({ url: `/api/registration/downloadAttendees?eventId=${eventId}` }),
    401,
  ],
  ["the API's document", () => ({ url: "/api/openapi.json" }), 200],
  [
    "a delivery that is not signed",
    () => ({ method: "POST", url: "/api/stripe/webhook", payload: "{}" }),
    400,
  ],
])(
  "%s is never taken for another type and tells no other site where its reader was",
  async (_what, ask, status) => {
    const reply = await app.http.inject({ headers: { "content-type": "application/json" }, ...ask() });
    expect(reply.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(reply.statusCode).toBe(status);
  },
);

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call } from "../../contract/endpoint.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { databaseContents } from "../../server/testing/contents.ts";
import { buildWorld, type World } from "../../server/testing/world.ts";
import { hiddenPairs, ownEvents } from "./hiddenPairs.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
});
afterAll(() => app.close());

describe("hidden and missing things", () => {
  test("a hidden thing and a missing thing get the same answer", async () => {
    const before = await databaseContents(app.database.db);
    for (const { what, name, hidden, missing } of hiddenPairs(world)) {
      const [one, other] = [await app.ask(name, hidden()), await app.ask(name, missing())];
      const reply = ({ status, code, msg, payload }: typeof one) => ({ status, code, msg, payload });
      expect(reply(one), `${name}: ${what}`).toEqual(reply(other));
      const isSilent = name === "extras/getExtrasByIds" || name === "registration/getRegistrationByEmail";
      expect(one.status, `${name}: ${what}`).toBe(isSilent ? 200 : 404);
    }
    const after = await databaseContents(app.database.db);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    // A mail is queued and counted even for an address that has no tickets.
    expect(changed).toEqual(["graphile_worker._private_jobs", "public.limit_counts", "public.mails"]);
  });

  test("every call that takes an id is in hiddenPairs, or is listed with the reason why it needs no pair", () => {
    const covered = new Set(hiddenPairs(world).map(({ name }) => name));
    // These calls show visitors only public data. Calls for sudo, left out below, refuse everybody else alike.
    const withoutPair: CallName[] = ["club/getClub", "event/getAllEvents", "event/getAllActiveEvents"];
    // The device id is the caller's own.
    withoutPair.push("door/openLink");
    withoutPair.push(...ownEvents);
    const takesIds = (Object.keys(calls) as CallName[]).filter((name) => {
      const { access, query, body }: Call = calls[name];
      if (access === "sudo") return false;
      const fields = [query, body].flatMap((schema) =>
        Object.keys((schema as { shape?: object })?.shape ?? {}),
      );
      return fields.some((field) => /(Ids?|slug)$/.test(field));
    });
    expect(takesIds.filter((name) => !covered.has(name) && !withoutPair.includes(name))).toEqual([]);
  });
});

describe("a guest's own code", () => {
  test("a guest's own code shows that guest's ticket, without the order or the buyer's address", async () => {
    const { registrationId, accessKey } = world.active;
    const ownReply = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    const { qrUuid, attendeeId } = ownReply.payload.attendees[0]!;
    const reply = await app.ask("registration/getRegistration", { query: { registrationId, qrUuid } });
    expect(reply.payload).toMatchObject({ order: null, quote: null, registration: { email: null } });
    expect(reply.payload.attendees.map((attendee) => attendee.attendeeId)).toEqual([attendeeId]);
  });

  test("a guest's own code is no access key, so a call that needs one refuses it", async () => {
    const { registrationId, accessKey } = world.active;
    const ownReply = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    const { qrUuid } = ownReply.payload.attendees[0]!;
    const reply = await app.ask("registration/releaseHold", { body: { registrationId, accessKey: qrUuid } });
    expect(reply).toMatchObject({ status: 404, code: "notFound" });
  });
});

test("a buyer's access key does not open another buyer's registration", async () => {
  const { pending, active } = world;
  const crossed = { registrationId: pending.registrationId, accessKey: active.accessKey };
  for (const name of ["registration/save", "order/createOrder", "registration/releaseHold"] as const) {
    const attendees = [{ ticketId: world.ticketId, firstName: "Eve", email: "eve@example.org" }];
    expect(await app.ask(name, { body: { ...crossed, attendees } }), name).toMatchObject({ status: 404 });
  }
  const paid = { paymentIntentId: pending.paymentIntentId, accessKey: active.accessKey };
  expect((await app.ask("stripe/confirm-payment", { body: paid })).status).toBe(404);
  expect((await app.ask("stripe/get-registration-from-payment", { query: paid })).status).toBe(404);
});

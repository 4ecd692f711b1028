import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call } from "../../contract/endpoint.ts";
import { type TestApp, type TestRequest, testApp } from "../../server/testing/app.ts";
import { databaseContents } from "../../server/testing/contents.ts";
import { samplesOf } from "../../server/testing/samples.ts";
import { buildWorld, tokensOf, type World } from "../../server/testing/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
});
afterAll(() => app.close());

/** Calls that store actor and time in their own rows, or come before a purchase. */
const callsWithoutEntry: Partial<Record<CallName, string>> = {
  "auth/signin": "sessions",
  "checkin/save": "door_scans",
  "checkin/delete": "door_undone",
  "door/register": "door_devices",
  "door/sync": "door_scans",
  "registration/scanByExtrasPurchaseId": "door_scans",
  "registration/extendHold": "extensions of a hold",
  "registration/save": "attendees of a hold",
  "sponsorship/createSponsorshipPaymentIntent": "payments",
  "waitingList/join": "waiting_entries",
};

const bookkeepingTables = new Set([
  "public.sessions",
  "public.limit_counts",
  "public.idempotency_keys",
  "public.mails",
  "public.door_changes",
  "graphile_worker._private_jobs",
]);

/** These requests replace samples that would change nothing. */
function changingRequests({
  leaving,
  packageId,
  refundable,
  waiting,
}: World): Partial<Record<CallName, TestRequest>> {
  const email = "another.buyer@example.org";
  return {
    "auth/saveProfile": { body: { fullName: "Mia Marlow" } },
    "order/changeBuyer": {
      body: { orderId: refundable.orderId, firstName: "Mia", lastName: "Marlow", email, resend: false },
    },
    "registration/updateStatus": { body: { id: leaving.registrationId, status: false } },
    "sponsorship-package/updateStatus": { body: { packageId, isActive: false } },
    "waitingList/remove": { body: { entryId: waiting.entryId } },
  };
}

const historySince = (id: number) =>
  app.database.db
    .selectFrom("audit_log")
    .select(["id", "actor"])
    .where("id", ">", id)
    .orderBy("id")
    .execute();

async function changesOf(name: CallName, sent: TestRequest) {
  const { access }: Call = calls[name];
  // Some calls end all sessions of the caller.
  world.tokens = await tokensOf(app, world.users);
  const who = access === "sudo" ? "sudo" : "admin";
  const before = await databaseContents(app.database.db);
  const last = (await historySince(0)).at(-1)!.id;
  await app.ask(name, { token: world.tokens[who], ...sent });
  const after = await databaseContents(app.database.db);
  const tables = Object.keys(after).filter(
    (table) => after[table] !== before[table] && !bookkeepingTables.has(table),
  );
  return {
    tables: tables.filter((table) => table !== "public.audit_log"),
    actors: (await historySince(last)).map(({ actor }) => actor),
    staff: access === "admin" || access === "sudo" || access === "token" ? `user:${world.users[who]}` : null,
  };
}

test("every call that changes something adds its actor to the history, except those listed", async () => {
  const samples = { ...samplesOf(world), ...changingRequests(world) };
  const withoutEntry: CallName[] = [];
  let changed = 0;
  for (const name of Object.keys(calls) as CallName[]) {
    if ((calls[name] as Call).kind === "read") continue;
    const { tables, actors, staff } = await changesOf(name, samples[name]);
    if (tables.length === 0) continue;
    changed += 1;
    if (actors.length === 0) withoutEntry.push(name);
    else if (staff !== null) expect(actors, name).toContain(staff);
  }
  expect(withoutEntry.sort()).toEqual(Object.keys(callsWithoutEntry).sort());
  expect(changed).toBeGreaterThan(50);
});

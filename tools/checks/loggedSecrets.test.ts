import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { buildEvent, buildPromoCode, buildUser } from "../../server/testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../server/testing/database.ts";
import { buildHelper, buildLink } from "../../server/testing/doors.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { loggedSecrets } from "./loggedSecrets.ts";
import { type Secrets, secretFields, secretsOfDatabase } from "./secrets.ts";

let database: TestDatabase;
let secrets: Secrets;
let planted: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const now = new Date();
  const event = await buildEvent(db);
  const user = await buildUser(db, ADMIN, event.clubId);
  await buildPromoCode(db, event.id, { code: "BACKSTAGE" });
  await db
    .insertInto("mails")
    .values({
      key: "a",
      kind: "k",
      recipient: "eve@example.org",
      message_id: "m",
      payload: JSON.stringify({ to: { lastName: "Ødegård" } }),
    })
    .execute();
  planted = {
    "sessions.token_hash": await openSession(db, user.id, now),
    "door_devices.token_hash": (await buildHelper(db, { eventId: event.id, now })).token,
    "door_links.secret_hash": (await buildLink(db, { eventId: event.id, now })).secret,
    "app_users.email": user.email,
    "app_users.full_name": user.full_name,
    "promo_codes.code": "BACKSTAGE",
    "mails.recipient": "eve@example.org",
    "mails.payload: lastName": "Ødegård",
  };
  secrets = await secretsOfDatabase(database.url);
});
afterAll(() => database.close());

const noSecrets: Secrets = { values: new Map(), hashes: new Map() };
const line = (fields: object) => JSON.stringify({ level: 30, time: Date.now(), pid: 123456, ...fields });
const foundIn = (fields: object, known = secrets) =>
  loggedSecrets([line(fields)], known).map(({ what }) => what);

test("a secret that the database has as text or as a hash is found in a path, a message and an error", () => {
  for (const [what, value] of Object.entries(planted)) {
    expect(foundIn({ path: `/a/${encodeURIComponent(value)}/b` })).toContain(what);
    expect(foundIn({ msg: `"${value}"` })).toContain(what);
    expect(foundIn({ err: { detail: [{ Key: value }] } })).toContain(what);
  }
});

test("a secret that the database does not have is found by its form", () => {
  const forms = {
    "a token": "Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmF",
    "an e-mail address": "Key (email)=(mia@example.org) already exists",
    "a key or secret of Stripe": "Invalid API Key provided: sk_test_foyer",
    "an address with a password": "smtp://shop:hunter2@localhost",
    "the hash of a password": "$argon2id$v=19$m=19456",
    "a PIN, or a code of a second factor": "the PIN 271828 is wrong",
    "the number of a card": "card 4242 4242 4242 4242",
    "a query parameter that gives access": "/orders/7?accessKey=x",
  };
  for (const [what, msg] of Object.entries(forms)) expect(foundIn({ msg }, noSecrets)).toEqual([what]);
});

test("a line without JSON is checked too, except what the start prints for the demo", () => {
  const announced = [
    "Foyer is at http://localhost:3000",
    "  sudo   sudo@foyer.test  foyer-demo-1  (everything)",
    "Payments are tests: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.",
  ];
  const jsonLine = line({ msg: "no mail to mia@example.org" });
  const plainLine = "Error: no mail to eve@example.org";
  const found = loggedSecrets([...announced, jsonLine, "Ctrl-C stops it.", "", plainLine], noSecrets);
  expect(found.map((one) => one.line)).toEqual([jsonLine, plainLine]);
});

test("harmless lines are not reported, even if they contain parts of secrets by chance", () => {
  const lines = [
    { path: "/harbour-regatta/tickets", status: 200, ms: 271828, msg: "request", page: "tickets" },
    { path: "/door/…", status: 404, reqId: "6527fe8a-7f5e-4b5e-9d8b-2f1d3c4b5a69" },
    { path: "/assets/index-Ab3dEf9h.js", status: 200 },
    { err: { stack: "Error\n    at f (file:///a/node_modules/@fastify/static/index.js:101:20)" } },
    { msg: "backstage and BACKSTAGES are no code", path: "/mia-keller" },
  ];
  expect(loggedSecrets(lines.map(line), secrets)).toEqual([]);
});

test("a sent value counts as a secret if its field has a secret name, at any depth", () => {
  const sent = {
    eventId: 7,
    name: "Gala",
    people: [{ firstName: "Mia", phone: "1" }],
    door: { pin: "271828" },
  };
  expect(secretFields([sent, { accessKey: "k" }])).toEqual([
    ["firstName", "Mia"],
    ["phone", "1"],
    ["pin", "271828"],
    ["accessKey", "k"],
  ]);
});

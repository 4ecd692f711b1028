import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { openListener } from "../listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

function mailbox() {
  const queue: (string | null)[] = [];
  let wake = () => {};
  return {
    put: (payload: string | null) => {
      queue.push(payload);
      wake();
    },
    next: async () => {
      while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return queue.shift();
    },
  };
}

const notify = (channel: string, payload: string) =>
  database.pool.query("select pg_notify($1, $2)", [channel, payload]);

test("each subscriber gets the messages of its channel, and an empty message is not a lost connection", async () => {
  const listener = await openListener(database.url);
  const events = mailbox();
  const alsoEvents = mailbox();
  const sessions = mailbox();
  await listener.on("events", events.put);
  await listener.on("events", alsoEvents.put);
  await listener.on("sessions", sessions.put);
  await notify("events", "7");
  await notify("sessions", "");
  expect(await events.next()).toBe("7");
  expect(await alsoEvents.next()).toBe("7");
  expect(await sessions.next()).toBe("");
  await listener.close();
});

test("subscribers are notified of a lost connection, and get messages again after it", async () => {
  const listener = await openListener(database.url);
  const events = mailbox();
  await listener.on("events", events.put);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'foyer listen' and datname = current_database()",
  );
  expect(await events.next()).toBeNull();
  await notify("events", "8");
  expect(await events.next()).toBe("8");
  await listener.close();
});

test("a connection that refuses to listen is replaced, and its other subscribers are notified", async () => {
  const listener = await openListener(database.url);
  const events = mailbox();
  await listener.on("events", events.put);
  // An empty name is refused on a living connection, as every name is by a standby.
  await listener.on("", () => {});
  expect(await events.next()).toBeNull();
  await listener.close();
});

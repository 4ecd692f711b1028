/** An application with a club, an event, and a session of the club's admin, for tests. */
import { ADMIN } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "./app.ts";
import { buildEvent, buildUser } from "./builders.ts";
import { openSession } from "./tokens.ts";

/** The application, the club, and the token of the admin. Close the application at the end. */
export interface StaffApp {
  app: TestApp;
  clubId: number;
  token: string;
}

/** Opens an application whose club has an admin and one event. */
export async function openStaffApp(): Promise<StaffApp> {
  const app = await testApp();
  const { db } = app.database;
  const { clubId } = await buildEvent(db);
  const token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
  return { app, clubId, token };
}

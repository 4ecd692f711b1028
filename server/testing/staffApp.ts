import { ADMIN } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "./app.ts";
import { buildEvent, buildUser } from "./builders.ts";
import { openSession } from "./tokens.ts";

/** `token` is that of the club's admin. */
export interface StaffApp {
  app: TestApp;
  clubId: number;
  token: string;
}

/** Opens an application with a club, its admin and an event. */
export async function openStaffApp(): Promise<StaffApp> {
  const app = await testApp();
  const { db } = app.database;
  const { clubId } = await buildEvent(db);
  const token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
  return { app, clubId, token };
}

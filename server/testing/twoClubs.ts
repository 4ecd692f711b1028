import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import type { Db } from "../db/pool.ts";
import type { TestApp } from "./app.ts";
import { buildClub, buildUser } from "./builders.ts";
import { openSession } from "./tokens.ts";

/** `stranger` is an admin of the other club. */
export interface TwoClubs {
  clubId: number;
  otherClubId: number;
  tokens: { admin: string; stranger: string; sudo: string };
  users: { admin: number; stranger: number; sudo: number };
}

/** Creates two clubs with an admin each, and sudo. */
export async function buildTwoClubs(app: TestApp): Promise<TwoClubs> {
  const { db } = app.database;
  const [ownClub, otherClub] = [await buildClub(db, "Harbour Rowers"), await buildClub(db, "Hill Walkers")];
  const users = {
    admin: (await buildUser(db, ADMIN, ownClub.id)).id,
    stranger: (await buildUser(db, ADMIN, otherClub.id)).id,
    sudo: (await buildUser(db, SUDO, null)).id,
  };
  const newToken = (userId: number) => openSession(db, userId, app.time.now);
  return {
    clubId: ownClub.id,
    otherClubId: otherClub.id,
    users,
    tokens: {
      admin: await newToken(users.admin),
      stranger: await newToken(users.stranger),
      sudo: await newToken(users.sudo),
    },
  };
}

/** The history of an entity, oldest first. */
export function historyOf(db: Db, entity: string, entityId: number) {
  return db
    .selectFrom("audit_log")
    .select(["actor", "action", "detail", "event_id"])
    .where("entity", "=", entity)
    .where("entity_id", "=", entityId)
    .orderBy("id")
    .execute();
}

/** The fields of a refusal, with their messages. */
export function fieldsOf(reply: { payload: unknown }): Record<string, string> {
  const { fields } = reply.payload as { fields: { path: string; message: string }[] };
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
}

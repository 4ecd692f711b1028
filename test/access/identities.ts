import type { Code } from "../../contract/endpoint.ts";
import type { TestApp } from "../../server/testing/app.ts";
import { buildHelper, type HelperState } from "../../server/testing/doors.ts";
import { openSession, type SessionState } from "../../server/testing/tokens.ts";
import type { World } from "../../server/testing/world.ts";

export type Verdict = "ok" | Code;
export const allCallers = [
  "visitor",
  "own admin",
  "other club's admin",
  "sudo",
  "expired token",
  "revoked token",
  "helper",
  "helper of another event",
  "revoked helper",
  "expired helper",
] as const;
export type Who = (typeof allCallers)[number];
export const helpers = [
  "helper",
  "helper of another event",
  "revoked helper",
  "expired helper",
] as const satisfies Who[];

/**
 * Makes a row in the order of `allCallers`. Helpers without a verdict get `notSignedIn` if visitors do, and otherwise
 * the last verdict.
 */
export const row = (...verdicts: Verdict[]) => {
  const ofHelpers = verdicts[0] === "notSignedIn" ? "notSignedIn" : verdicts.at(-1)!;
  return Object.fromEntries(allCallers.map((who, index) => [who, verdicts[index] ?? ofHelpers])) as Record<
    Who,
    Verdict
  >;
};
/** Public calls ignore a bad token (docs/wire.md §1). */
export const everybody = row("ok", "ok", "ok", "ok", "ok", "ok");
export const signedIn = row("notSignedIn", "ok", "ok", "ok", "tokenExpired", "tokenExpired");
/** "Not found" and "not yours" are the same answer. */
export const staff = row("notSignedIn", "ok", "notFound", "ok", "tokenExpired", "tokenExpired");

export const sudoOnly = row("notSignedIn", "wrongRole", "wrongRole", "ok", "tokenExpired", "tokenExpired");

export const atDoor = row(
  "notSignedIn",
  "ok",
  "notFound",
  "ok",
  "tokenExpired",
  "tokenExpired",
  "ok",
  "notFound",
  "tokenExpired",
  "tokenExpired",
);

/** The own admin deletes the entry, so sudo does not find it. */
export const onceByStaff = row("notSignedIn", "ok", "notFound", "notFound", "tokenExpired", "tokenExpired");

/** Makes a new token of this caller, because some calls end the token. */
export async function tokenOf(app: TestApp, world: World, who: Who): Promise<string | undefined> {
  const { admin, stranger, sudo } = world.users;
  const open = (userId: number, state?: SessionState) =>
    openSession(app.database.db, userId, app.time.now, state);
  const openDoor = async (eventId: number, state?: HelperState) =>
    (await buildHelper(app.database.db, { eventId, now: app.time.now }, state === undefined ? {} : { state }))
      .token;
  switch (who) {
    case "visitor":
      return undefined;
    case "own admin":
      return open(admin);
    case "other club's admin":
      return open(stranger);
    case "sudo":
      return open(sudo);
    case "expired token":
      return open(admin, "unused for 8 days");
    case "revoked token":
      return open(admin, "revoked");
    case "helper":
      return openDoor(world.event.id);
    case "helper of another event":
      return openDoor(world.draft.id);
    case "revoked helper":
      return openDoor(world.event.id, "revoked");
    case "expired helper":
      return openDoor(world.event.id, "expired");
  }
}

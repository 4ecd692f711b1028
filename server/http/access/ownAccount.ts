import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import type { HashSource } from "../../accounts/hashQueue.ts";
import { userByPassword } from "../../accounts/passwords/ownPassword.ts";
import type { UserWithClub } from "../../accounts/rows.ts";
import { DomainError } from "../../domainError.ts";
import type { Services } from "../route.ts";

/** The signed-in caller. Calls with the access `token` always have one (docs/wire.md §1). */
export function requireViewer({ viewer }: { viewer: CurrentUser | null }): CurrentUser {
  if (viewer === null) throw new DomainError("notSignedIn", "Please sign in.");
  return viewer;
}

/** The source of a request, for `hashQueue`. */
export function hashSourceOf(request: { client: string; viewer: CurrentUser | null }): HashSource {
  return { client: request.client, knownAccount: request.viewer?.id ?? null };
}

/** The caller's account id and session. */
export function sessionOf(request: { viewer: CurrentUser | null; token: string | null }) {
  return { userId: requireViewer(request).id, session: request.token ?? "" };
}

/**
 * The caller's account.
 * @throws invalidInput if the password in the body is wrong; tokenExpired, tooMany, busy
 */
export function viewerByPassword(
  request: { viewer: CurrentUser | null; token: string | null; client: string; body: { password: string } },
  { db, hashQueue, clock }: Pick<Services, "db" | "hashQueue" | "clock">,
): Promise<UserWithClub> {
  const attempt = { ...sessionOf(request), password: request.body.password };
  return hashQueue.run(hashSourceOf(request), () => userByPassword(db, attempt, clock()));
}

/** The account behind a token, as `auth/me` returns it. */
export async function ownAccount(
  caller: { viewer: CurrentUser | null; token: string | null },
  { sessions }: Pick<Services, "sessions">,
): Promise<{ currentUser: CurrentUser; secondFactorDue?: true }> {
  const viewer = requireViewer(caller);
  const bearer = await sessions.bearerOf(caller.token ?? "");
  if (typeof bearer !== "object") return { currentUser: viewer };
  return { currentUser: bearer.user, ...(bearer.secondFactorDue && { secondFactorDue: true }) };
}

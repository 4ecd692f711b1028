import type { BodyOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import { entryOfClub, record, userActor } from "../audit/rows.ts";
import { insertClub } from "../clubs/rows.ts";
import type { KeyedRequest } from "../db/idempotency.ts";
import { inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { queueConfirmation } from "./clubConfirmation.ts";
import { createUser } from "./createUser.ts";
import { recordAccount } from "./history.ts";
import { isDeviceOf } from "./laneRows.ts";
import { createOnce } from "./repeatable.ts";
import { factorOf } from "./secondFactor/secondFactorRows.ts";
import type { SessionParts } from "./sessions.ts";
import { openSignedIn, type SignedIn } from "./signIn.ts";
import { hashOf } from "./tokens.ts";

/**
 * Creates a club and its admin, and signs in.
 * @throws emailTaken, invalidInput, tooMany, badCredentials, idempotencyMismatch, busy
 */
export async function register(
  { db, sessions, clock, approvesFirstEvents }: SessionParts & { approvesFirstEvents: boolean },
  given: BodyOf<"auth/register">,
  from: KeyedRequest & { device: string | null; userAgent: string },
): Promise<SignedIn> {
  const { fullName, email, password, clubName } = given;
  const user = await createOnce(db, from.idempotency, given, async (tx) => {
    const name = clubName || fullName;
    const club = await insertClub(tx, { name, is_confirmed: false, is_approved: !approvesFirstEvents });
    const created = await createUser(tx, { fullName, email, password, role: ADMIN, clubId: club.id });
    const actor = userActor(created.id);
    await record(tx, entryOfClub(club.id, { actor, action: "created", detail: { name } }));
    const detail = { email, fullName, clubId: club.id };
    await recordAccount(tx, { actor, userId: created.id, action: "created", detail });
    await queueConfirmation(tx, created, clock());
    return created;
  });
  // By the time a request is repeated, the account may need a second factor.
  const factor = await factorOf(db, user.id);
  if (factor !== undefined && factor.confirmed_at !== null)
    throw new DomainError("badCredentials", "Your account has a second factor now. Please sign in with it.", {
      secondFactor: "required",
    });
  return inTransaction(db, async (tx) => {
    const isKnown = from.device !== null && (await isDeviceOf(tx, user.id, hashOf(from.device)));
    const source = { device: isKnown ? from.device : null, userAgent: from.userAgent };
    return openSignedIn(tx, { sessions, now: clock() }, user, source);
  });
}

/**
 * May this person come in? The password in its turn (attemptQueue.ts), at a pace that guessing does not survive
 * (backOff.ts), then the second factor where one is on.
 * Invariant: an address that nobody has takes the same steps as a wrong password, and is answered alike.
 */
import type { CurrentUser } from "../../contract/auth.ts";
import { inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { accountOf, laneOf } from "./backOff.ts";
import { forgetLane, isDeviceOf, type Lane, rememberDevice, uncountAttempt } from "./laneRows.ts";
import { waitItsTurn } from "./pace.ts";
import { isPassword } from "./passwords.ts";
import { type UserWithClub, userByEmail } from "./rows.ts";
import { type FactorParts, opensSecondFactor } from "./secondFactor.ts";
import { factorOf } from "./secondFactorRows.ts";
import { presentUser, type Sessions } from "./sessions.ts";
import { hashOf, newToken } from "./tokens.ts";

/** One attempt. `device` is what an earlier signing in gave to this browser. */
export interface SigninAttempt {
  email: string;
  password: string;
  code: string | null;
  device: string | null;
  address: string;
  userAgent: string;
}

/** Who came in. */
export interface SignedIn {
  token: string;
  device: string;
  user: CurrentUser;
  secondFactorDue: boolean;
}

/** Signs somebody in, or refuses: `badCredentials`, or `tooMany` with the seconds to wait. */
export async function signIn(
  { db, sessions, clock, secretBox }: FactorParts & { sessions: Sessions; clock: () => Date },
  attempt: SigninAttempt,
): Promise<SignedIn> {
  const now = clock();
  const user = await userByEmail(db, attempt.email);
  const device = attempt.device ?? "";
  const isKnownDevice = await isDeviceOf(db, user?.id ?? 0, hashOf(device));
  const account = accountOf(attempt.email);
  const lane: Lane = {
    lane: laneOf(account, isKnownDevice ? { device } : { address: attempt.address }),
    account,
    address: attempt.address,
  };
  await waitItsTurn(db, lane, isKnownDevice, now);

  const isRight = await isPassword(user?.password_hash ?? null, attempt.password);
  if (!isRight || user === undefined) {
    throw new DomainError("badCredentials", "E-mail address or password is not right.");
  }
  await passSecondFactor({ db, secretBox }, user, attempt.code, lane, now);
  return inTransaction(db, async (tx) => {
    await forgetLane(tx, lane.lane, now);
    const token = await sessions.open(tx, user.id, attempt.userAgent);
    const known = isKnownDevice ? device : newToken();
    await rememberDevice(tx, user.id, hashOf(known), now);
    return { token, device: known, user: presentUser(user), secondFactorDue: user.second_factor_due };
  });
}

async function passSecondFactor(
  parts: FactorParts,
  user: UserWithClub,
  code: string | null,
  { lane }: Lane,
  now: Date,
): Promise<void> {
  const factor = await factorOf(parts.db, user.id);
  if (factor === undefined || factor.confirmed_at === null) return;
  if (code === null || code === "") {
    await uncountAttempt(parts.db, lane, now);
    throw new DomainError("badCredentials", "Enter the code of your authenticator app.", {
      secondFactor: "required",
    });
  }
  const opens = await opensSecondFactor(parts, factor, code, now);
  if (opens === "unreadable") {
    const message =
      "Codes of authenticator apps cannot be checked at this moment. Enter one of your recovery codes, or ask the super user to turn your second factor off.";
    throw new DomainError("badCredentials", message, { secondFactor: "unreadable" });
  }
  if (!opens) {
    throw new DomainError("badCredentials", "This code is not right. Wait for the next one and try again.", {
      secondFactor: "wrong",
    });
  }
}

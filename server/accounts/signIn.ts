/** Invariant: for a stranger, an unknown address takes the same steps and gets the same reply as a wrong password. */
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import { inTransaction, type Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { accountOf, type Lane, laneOf } from "./backOff.ts";
import type { HashQueue } from "./hashQueue.ts";
import { forgetLane, isDeviceOf, rememberDevice, uncountAttempt } from "./laneRows.ts";
import { countOrRefuseAttempt } from "./pace.ts";
import { isPassword } from "./passwords/passwords.ts";
import { lockUser, type UserWithClub, userByEmail } from "./rows.ts";
import type { FactorParts } from "./secondFactor/secondFactor.ts";
import { checkWithinLimit } from "./secondFactor/secondFactorLimit.ts";
import { factorOf } from "./secondFactor/secondFactorRows.ts";
import { presentUser, type SessionParts } from "./sessions.ts";
import { hashOf, newToken } from "./tokens.ts";

/** `device` is the text by which this browser may be remembered. */
export interface SigninAttempt {
  email: string;
  password: string;
  code: string | null;
  device: string | null;
  client: string;
  userAgent: string;
}

export interface SignedIn {
  token: string;
  device: string;
  user: CurrentUser;
  secondFactorDue: boolean;
}

interface SigninParts extends FactorParts, SessionParts {
  hashQueue: HashQueue;
}

/** Signs a person in. A test may replace `lock` to show a race. @throws badCredentials, tooMany, busy */
export async function signIn(
  parts: SigninParts,
  attempt: SigninAttempt,
  lock: typeof lockUser = lockUser,
): Promise<SignedIn> {
  const { db, hashQueue } = parts;
  const user = await userByEmail(db, attempt.email);
  // An unknown address takes the same query: no user has the id 0.
  const isKnownDevice = await isDeviceOf(db, user?.id ?? 0, hashOf(attempt.device ?? ""));
  const source = { client: attempt.client, knownAccount: isKnownDevice ? (user?.id ?? null) : null };
  return hashQueue.run(source, () => signInOnTurn(parts, attempt, { user, isKnownDevice, lock }));
}

async function signInOnTurn(
  { db, sessions, clock, secretBox }: SigninParts,
  attempt: SigninAttempt,
  {
    user,
    isKnownDevice,
    lock,
  }: { user: UserWithClub | undefined; isKnownDevice: boolean; lock: typeof lockUser },
): Promise<SignedIn> {
  const now = clock();
  const device = attempt.device ?? "";
  const lane = laneOf(accountOf(attempt.email), isKnownDevice ? { device } : { client: attempt.client });
  await countOrRefuseAttempt(db, lane, now);

  const isRight = await isPassword(user?.password_hash ?? null, attempt.password);
  if (!isRight || user === undefined) throw wrongCredentials();
  await passSecondFactor({ db, secretBox }, user, { code: attempt.code, lane }, now);
  return inTransaction(db, async (tx) => {
    // A change of the password or the address since then has ended all sessions, so no new one may open.
    const current = await lock(tx, user.id);
    if (current?.password_hash !== user.password_hash || current.email !== user.email)
      throw wrongCredentials();
    await forgetLane(tx, lane.lane, now);
    const source = { device: isKnownDevice ? device : null, userAgent: attempt.userAgent };
    return openSignedIn(tx, { sessions, now }, user, source);
  });
}

function wrongCredentials(): DomainError {
  return new DomainError("badCredentials", "E-mail address or password is not right.");
}

/** Opens a session and remembers the device. A device without a text gets one. */
export async function openSignedIn(
  tx: Tx,
  { sessions, now }: { sessions: SessionParts["sessions"]; now: Date },
  user: UserWithClub,
  source: { device: string | null; userAgent: string },
): Promise<SignedIn> {
  const token = await sessions.open(tx, user.id, source.userAgent);
  const device = source.device ?? newToken();
  await rememberDevice(tx, user.id, hashOf(device), now);
  return { token, device, user: presentUser(user), secondFactorDue: user.second_factor_due };
}

async function passSecondFactor(
  parts: FactorParts,
  user: UserWithClub,
  { code, lane: { lane, isKnown } }: { code: string | null; lane: Lane },
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
  const result = await checkWithinLimit(parts, factor, { code, knownLane: isKnown ? lane : null }, now);
  if (result === "unreadable") {
    const message =
      "Codes of authenticator apps cannot be checked at this moment. Enter one of your recovery codes, or ask the super user to turn your second factor off.";
    throw new DomainError("badCredentials", message, { secondFactor: "unreadable" });
  }
  if (!result) {
    throw new DomainError("badCredentials", "This code is not right. Wait for the next one and try again.", {
      secondFactor: "wrong",
    });
  }
}

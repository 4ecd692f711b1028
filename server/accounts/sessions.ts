/**
 * Who a token belongs to. A token is 256 random bits of which the database keeps the SHA-256; it lives 7 days unused
 * and 30 at most (wire.md §1). Invariant: one that was ended answers `expired`, one that never was `unknown`.
 */
import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CurrentUser } from "../../contract/auth.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { isPassword } from "./passwords.ts";
import {
  insertSession,
  revokeSession,
  type SessionRow,
  sessionByHash,
  touchSession,
  type UserWithClub,
  userByEmail,
} from "./rows.ts";

const day = 24 * 3_600_000;
const unusedMs = 7 * day;
const longestMs = 30 * day;

/** What a token says of its bearer. */
export type Bearer = { user: CurrentUser } | "expired" | "unknown";

/** Sessions as one node sees them: rows kept for a second, dropped when another node ends one. */
export interface Sessions {
  /** Who a token belongs to now. */
  bearerOf(token: string): Promise<Bearer>;
  /** Checks a password and opens a session; unknown address and wrong password answer alike, in equal time. */
  signIn(email: string, password: string): Promise<{ token: string; user: CurrentUser }>;
  /** Ends the session of a token. */
  signOut(token: string): Promise<void>;
  /** Forgets what is kept of a session that was ended elsewhere; of all of them without a hash. */
  forget(tokenHash?: string): void;
}

/** Opens the sessions of a database. */
export function openSessions(db: Db, clock: () => Date): Sessions {
  const kept = new LRUCache<string, SessionRow>({ max: 10_000, ttl: 1000 });
  const find = async (token: string): Promise<SessionRow | undefined> => {
    const hash = hashOf(token);
    const key = hash.toString("hex");
    const known = kept.get(key);
    if (known !== undefined) return known;
    const session = await sessionByHash(db, hash);
    if (session !== undefined) {
      kept.set(key, session);
      await touchSession(db, hash, clock());
    }
    return session;
  };
  return {
    async bearerOf(token) {
      const session = await find(token);
      if (session === undefined) return "unknown";
      return isOver(session, clock()) || session.user === null
        ? "expired"
        : { user: presentUser(session.user) };
    },
    async signIn(email, password) {
      const user = await userByEmail(db, email);
      if (!(await isPassword(user?.password_hash ?? null, password)) || user === undefined) {
        throw new DomainError("badCredentials", "E-mail address or password is not right.");
      }
      const token = randomBytes(32).toString("base64url");
      await inTransaction(db, (tx) => insertSession(tx, user.id, hashOf(token), clock()));
      return { token, user: presentUser(user) };
    },
    async signOut(token) {
      await revokeSession(db, hashOf(token), clock());
      kept.delete(hashOf(token).toString("hex"));
    },
    forget(tokenHash) {
      if (tokenHash === undefined) kept.clear();
      else kept.delete(tokenHash);
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function isOver(session: SessionRow, now: Date): boolean {
  if (session.revoked_at !== null) return true;
  return (
    now.getTime() - session.last_used_at.getTime() > unusedMs ||
    now.getTime() - session.created_at.getTime() > longestMs
  );
}

/** Presents a user: what wire.md §1 calls `currentUser`. */
export function presentUser(user: UserWithClub): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    fullName: user.full_name,
    role: user.role,
    clubId: user.club_id,
    clubName: user.club_name,
  };
}

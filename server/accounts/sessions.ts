/** Session rows are cached for at most a second. */
import { LRUCache } from "lru-cache";
import type { CurrentUser, SessionEntry } from "../../contract/shapes/auth.ts";
import type { Db } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { deviceWords } from "./deviceWords.ts";
import type { UserWithClub } from "./rows.ts";
import {
  endSession,
  endSessionById,
  endSessionsOf,
  insertSession,
  type SessionRow,
  sessionByHash,
  sessionsNotEnded,
  touchSession,
} from "./sessionRows.ts";
import { hashOf, newToken } from "./tokens.ts";

const dayMs = 24 * 3_600_000;
/** A session expires without use, and at the latest after `maxAgeMs` (docs/wire.md §1). */
const unusedMs = 7 * dayMs;
const maxAgeMs = 30 * dayMs;

/** `secondFactorDue`: the club requires a second factor that is not set up yet. */
export type Bearer = { user: CurrentUser; secondFactorDue: boolean } | "expired" | "unknown";

export interface SessionParts {
  db: Db;
  sessions: Sessions;
  clock: () => Date;
}

export interface Sessions {
  bearerOf(token: string): Promise<Bearer>;
  /** Returns the new token. `userAgent` is the browser's User-Agent. */
  open(db: Db, userId: number, userAgent: string): Promise<string>;
  signOut(token: string): Promise<void>;
  /** At most 100 open sessions; the session of `token` is marked. */
  list(userId: number, token: string | null): Promise<SessionEntry[]>;
  /** @throws notFound if the session is not this user's, or was ended before. */
  endOne(userId: number, sessionId: number): Promise<void>;
  /** In the transaction `db` if it is given. */
  endAllOf(userId: number, db?: Db): Promise<void>;
  /** Drops a cached session by the hash of its token; without a hash, all. */
  forget(tokenHash?: string): void;
}

/** Opens the sessions of a node. */
export function openSessions(db: Db, clock: () => Date): Sessions {
  const cache = new LRUCache<string, SessionRow>({ max: 10_000, ttl: 1000 });
  const find = async (token: string): Promise<SessionRow | undefined> => {
    const hash = hashOf(token);
    const key = hash.toString("hex");
    const known = cache.get(key);
    if (known !== undefined) return known;
    const session = await sessionByHash(db, hash);
    if (session !== undefined) {
      cache.set(key, session);
      // A session that is over is not touched: it would become valid again.
      if (!isOver(session, clock())) await touchSession(db, hash, clock());
    }
    return session;
  };
  return {
    async bearerOf(token) {
      const session = await find(token);
      if (session === undefined) return "unknown";
      if (isOver(session, clock()) || session.user === null) return "expired";
      return { user: presentUser(session.user), secondFactorDue: session.user.second_factor_due };
    },
    async open(within, userId, userAgent) {
      const token = newToken();
      await insertSession(within, { userId, tokenHash: hashOf(token), userAgent, now: clock() });
      return token;
    },
    async signOut(token) {
      await endSession(db, hashOf(token), clock());
      cache.delete(hashOf(token).toString("hex"));
    },
    async list(userId, token) {
      const current = token === null ? null : hashOf(token);
      const now = clock();
      const rows = await sessionsNotEnded(db, userId);
      return rows
        .filter((row) => !isOver(row, now))
        .map((row) => ({
          id: row.id,
          device: deviceWords(row.user_agent),
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at.toISOString(),
          isCurrent: current?.equals(row.token_hash) ?? false,
        }));
    },
    async endOne(userId, sessionId) {
      if (!(await endSessionById(db, userId, sessionId, clock()))) throw notFound("session");
      cache.clear();
    },
    async endAllOf(userId, within = db) {
      await endSessionsOf(within, userId, clock());
      cache.clear();
    },
    forget(tokenHash) {
      if (tokenHash === undefined) cache.clear();
      else cache.delete(tokenHash);
    },
  };
}

function isOver(session: Pick<SessionRow, "created_at" | "last_used_at" | "revoked_at">, now: Date): boolean {
  if (session.revoked_at !== null) return true;
  return (
    now.getTime() - session.last_used_at.getTime() > unusedMs ||
    now.getTime() - session.created_at.getTime() > maxAgeMs
  );
}

/** Presents a user as the `currentUser` of docs/wire.md §1. */
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

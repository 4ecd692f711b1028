/**
 * Whose token is this, at the door? A helper's device has 256 random bits of which the database keeps the SHA-256.
 * Invariant: a device or link that was ended opens nothing on any node a second later: what is kept is kept that long,
 * and dropped when NOTIFY tells of an end.
 */
import { LRUCache } from "lru-cache";
import type { DoorRight } from "../../contract/shapes/door.ts";
import { hashOf, newToken } from "../accounts/tokens.ts";
import type { Db } from "../db/pool.ts";
import { deviceByToken, type TokenRow, touchDevice } from "./deviceRows.ts";

/** What tells a helper's token from a session's without asking the database. */
const prefix = "door_";

/** For how long after its end a link's devices may still bring home what they kept. */
export const lateScansMs = 7 * 24 * 3_600_000;
/** How often a device that asks all the time is written down as seen. */
const seenEveryMs = 5_000;

/** A helper's device, and what its link allows. */
export interface Helper {
  deviceId: string;
  linkId: number;
  eventId: number;
  gate: string;
  rights: DoorRight[];
  /** How the device is called, for those who read who let somebody in. */
  name: string;
  /** The link has ended by itself, no more than a week ago. */
  isLate: boolean;
  /** Staff have ended the link or the device. */
  isRevoked: boolean;
}

/** The tokens of helpers as one node sees them. */
export interface DevicePasses {
  /** Whose token it is; `expired` where the link ended too long ago, `unknown` where it never was one. */
  helperOf(token: string): Promise<Helper | "expired" | "unknown">;
  /** Forgets what is kept of one that was ended elsewhere; of all of them without a hash. */
  forget(tokenHash?: string): void;
}

/** Whether a token says of itself that it is a helper's. */
export const isHelperToken = (token: string): boolean => token.startsWith(prefix);

/** A new token, for the device that opened a link. */
export const newHelperToken = (): string => prefix + newToken();

/** Opens the helpers' tokens of a database. */
export function openDevicePasses(db: Db, clock: () => Date): DevicePasses {
  const kept = new LRUCache<string, TokenRow>({ max: 10_000, ttl: 1000 });
  return {
    async helperOf(token) {
      if (!isHelperToken(token)) return "unknown";
      const hash = hashOf(token);
      const key = hash.toString("hex");
      const now = clock();
      let row = kept.get(key);
      if (row === undefined) {
        row = await deviceByToken(db, hash);
        if (row === undefined) return "unknown";
        kept.set(key, row);
        if (now.getTime() - row.last_seen_at.getTime() >= seenEveryMs) await touchDevice(db, row, now);
      }
      if (now.getTime() >= row.expires_at.getTime() + lateScansMs) return "expired";
      return {
        deviceId: row.device_id,
        linkId: row.link_id,
        eventId: row.event_id,
        gate: row.gate,
        rights: row.rights,
        name: row.name,
        isLate: now >= row.expires_at,
        isRevoked: row.is_revoked,
      };
    },
    forget(tokenHash) {
      if (tokenHash === undefined) kept.clear();
      else kept.delete(tokenHash);
    },
  };
}

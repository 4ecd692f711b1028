/** A token is cached for at most one second, so that a revoked device is soon refused even without NOTIFY. */
import { LRUCache } from "lru-cache";
import { hashOf, newToken } from "../accounts/tokens.ts";
import type { Db } from "../db/pool.ts";
import { deviceByToken, type TokenRow, touchDevice } from "./deviceRows.ts";

/** A helper's token begins with this, so it is recognised without a query. */
const prefix = "door_";

/** How long after its end a link's devices may still deliver their scans. */
export const lateScansMs = 7 * 24 * 3_600_000;
/** The use of a token updates the device's last-seen time only if the stored time is at least this old. */
const seenEveryMs = 5_000;

export interface HelperDevice extends Omit<TokenRow, "lastSeenAt" | "expiresAt"> {
  /** The link expired no more than a week ago. */
  isLate: boolean;
}

export interface DevicePasses {
  /** `expired` if the link ended too long ago, `unknown` if no device has the token. */
  helperOf(token: string): Promise<HelperDevice | "expired" | "unknown">;
  /** Drops the cached token of a hash; without a hash, all of them. */
  forget(tokenHash?: string): void;
}

/** Whether a token has a helper's prefix. */
export const isHelperToken = (token: string): boolean => token.startsWith(prefix);

/** Makes a token for a helper's device. */
export const newHelperToken = (): string => prefix + newToken();

/** Opens the helpers' tokens of a database. */
export function openDevicePasses(db: Db, clock: () => Date): DevicePasses {
  const cache = new LRUCache<string, TokenRow>({ max: 10_000, ttl: 1000 });
  return {
    async helperOf(token) {
      if (!isHelperToken(token)) return "unknown";
      const hash = hashOf(token);
      const key = hash.toString("hex");
      const now = clock();
      let row = cache.get(key);
      if (row === undefined) {
        row = await deviceByToken(db, hash);
        if (row === undefined) return "unknown";
        cache.set(key, row);
        if (now.getTime() - row.lastSeenAt.getTime() >= seenEveryMs) await touchDevice(db, row, now);
      }
      const { lastSeenAt: _, expiresAt, ...device } = row;
      if (now.getTime() >= expiresAt.getTime() + lateScansMs) return "expired";
      return { ...device, isLate: now >= expiresAt };
    },
    forget(tokenHash) {
      if (tokenHash === undefined) cache.clear();
      else cache.delete(tokenHash);
    },
  };
}

/** The history of accounts must contain no password, hash, secret or code. */
import type { HistoryEntryOf } from "../../contract/historyEntries.ts";
import { record, userActor } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";

export type AccountChange = HistoryEntryOf<"account"> & {
  /** Null for the account's owner. */
  actor: string | null;
  userId: number;
};

/** Writes a change to the history, in its transaction. */
export async function recordAccount(tx: Tx, { actor, userId, ...change }: AccountChange): Promise<void> {
  const by = actor ?? userActor(userId);
  await record(tx, { actor: by, eventId: null, entity: "account", entityId: userId, ...change });
}

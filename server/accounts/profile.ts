/** One's own account, as its owner sees it. */
import type { CurrentUser, SessionEntry } from "../../contract/shapes/auth.ts";
import { factorRule } from "../clubs/rows.ts";
import type { Db } from "../db/pool.ts";
import { factorOf, recoveryCodesLeft } from "./secondFactorRows.ts";
import type { Sessions } from "./sessions.ts";

/** The payload of `auth/getProfile`. */
export interface Profile {
  currentUser: CurrentUser;
  sessions: SessionEntry[];
  secondFactor: { isOn: boolean; isRequired: boolean; recoveryCodesLeft: number };
}

/** The profile of a user; the session of `token` is marked as the current one. */
export async function profileOf(
  { db, sessions }: { db: Db; sessions: Sessions },
  user: CurrentUser,
  token: string | null,
): Promise<Profile> {
  const [open, factor, codesLeft, rule] = await Promise.all([
    sessions.list(user.id, token),
    factorOf(db, user.id),
    recoveryCodesLeft(db, user.id),
    user.clubId === null ? undefined : factorRule(db, user.clubId),
  ]);
  const isOn = factor !== undefined && factor.confirmed_at !== null;
  return {
    currentUser: user,
    sessions: open,
    secondFactor: {
      isOn,
      isRequired: rule?.requires_second_factor ?? false,
      recoveryCodesLeft: isOn ? codesLeft : 0,
    },
  };
}

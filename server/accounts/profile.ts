import type { PayloadOf } from "../../contract/all.ts";
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import { factorRule } from "../clubs/rows.ts";
import { pendingEmailChange } from "./ownEmail.ts";
import { factorOf, recoveryCodesLeft } from "./secondFactor/secondFactorRows.ts";
import type { SessionParts } from "./sessions.ts";

/** The profile of a user; the session of `token` is marked as the current one. */
export async function profileOf(
  { db, sessions, clock }: SessionParts,
  user: CurrentUser,
  token: string | null,
): Promise<PayloadOf<"auth/getProfile">> {
  const [open, factor, codesLeft, rule, emailChange] = await Promise.all([
    sessions.list(user.id, token),
    factorOf(db, user.id),
    recoveryCodesLeft(db, user.id),
    user.clubId === null ? undefined : factorRule(db, user.clubId),
    pendingEmailChange(db, user.id, clock()),
  ]);
  const isOn = factor !== undefined && factor.confirmed_at !== null;
  return {
    currentUser: user,
    ...(emailChange !== undefined && { emailChange }),
    sessions: open,
    secondFactor: {
      isOn,
      isRequired: rule?.requires_second_factor ?? false,
      recoveryCodesLeft: isOn ? codesLeft : 0,
    },
  };
}

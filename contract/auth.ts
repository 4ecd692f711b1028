/** Accounts: signing in and out, one's own profile (docs/wire.md §1, §4). The `authorization` header has the token. */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { passwordProblem } from "./rules/password.ts";
import { ADMIN, SUDO } from "./rules/roles.ts";
import { isAtMost } from "./rules/textLength.ts";
import { email, id, instant, line, requiredLine } from "./scalars.ts";

/** What an account may do: 10 is the super user, 20 the admin of a club. */
export const role = z.literal([SUDO, ADMIN]).meta({ id: "Role", type: "integer" });

/** The signed-in person. */
export const currentUser = z
  .object({
    id: z.number().int(),
    email: z.string(),
    fullName: z.string(),
    role: role,
    clubId: z.number().int().nullable(),
    clubName: z.string().nullable(),
  })
  .meta({ id: "CurrentUser" });
/** The signed-in person. */
export type CurrentUser = z.infer<typeof currentUser>;

/**
 * `secondFactorDue` is there when the club asks for a second factor that is not set up yet: until then only the calls
 * of the own account answer.
 */
const signedIn = z.object({ currentUser, secondFactorDue: z.literal(true).optional() });

/**
 * `device` is a text to keep beside the token and to send with the next signing in: a device that signed in before is
 * not slowed down by what others try on the same account.
 */
const newlySignedIn = signedIn.extend({ device: z.string() });

/** A password that somebody chooses, with the rules and texts of docs/product.md §5. */
export const newPassword = z
  .string("Password is required!")
  .refine((text) => isAtMost(text, 1000), "must be at most 1000 characters")
  .check(({ value, issues }) => {
    const problem = passwordProblem(value);
    if (problem !== null) issues.push({ code: "custom", message: problem, input: value });
  })
  .meta({ minLength: 8, maxLength: 1000, pattern: "[0-9]" });

/** A password that was chosen before, to be compared. */
const password = z
  .string("is required")
  .min(1, "is required")
  .refine((text) => isAtMost(text, 1000), "must be at most 1000 characters")
  .meta({ maxLength: 1000 });

/** A text that a device keeps; what is none of ours counts as none. */
const device = z.string().max(100, "is not one of ours").nullish();

/** An open session. `device` is what the browser says of itself, in words. */
export const sessionEntry = z
  .object({
    id: z.number().int(),
    device: z.string(),
    createdAt: instant,
    lastUsedAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: "SessionEntry" });
/** An open session as its owner sees it. */
export type SessionEntry = z.infer<typeof sessionEntry>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const authCalls = {
  "auth/register": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Make a club and its admin, and sign in; the reply's authorization header is the token",
    refuses: ["emailTaken", "badCredentials", "tooMany"],
    body: z.object({
      fullName: requiredLine(120),
      email,
      password: newPassword,
      clubName: line(120).nullish(),
      device,
    }),
    payload: newlySignedIn,
  }),
  "auth/signin": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Sign in; the reply's authorization header is the token. Where a second factor is on, badCredentials with payload.secondFactor asks for its code",
    refuses: ["badCredentials", "tooMany"],
    body: z.object({
      email: requiredLine(254),
      password,
      /** Six digits of an authenticator app, or a recovery code. Spaces and hyphens do not matter. */
      code: line(40).nullish(),
      device,
    }),
    payload: newlySignedIn,
  }),
  "auth/signout": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "End this session",
    payload: z.null(),
  }),
  "auth/me": call({
    method: "GET",
    access: "token",
    kind: "read",
    summary: "Who the token belongs to",
    payload: signedIn,
  }),
  "auth/forgotPassword": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Mail a link for a new password, if there is such an account; the reply does not tell",
    refuses: ["tooMany"],
    body: z.object({ email }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "auth/resetPassword": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Set a new password by a mailed link, once; ends all sessions",
    refuses: ["tooMany"],
    body: z.object({ token: requiredLine(100), password: newPassword }),
    payload: z.object({ device: z.string() }),
  }),
  "auth/getProfile": call({
    method: "GET",
    access: "token",
    kind: "read",
    summary: "One's own account: sessions and second factor",
    payload: z.object({
      currentUser,
      sessions: z.array(sessionEntry),
      secondFactor: z.object({
        isOn: z.boolean(),
        isRequired: z.boolean(),
        recoveryCodesLeft: z.number().int(),
      }),
    }),
  }),
  "auth/saveProfile": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "Change one's own name",
    body: z.object({ fullName: requiredLine(120) }),
    payload: signedIn,
  }),
  "auth/changePassword": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "Change one's own password; ends all sessions, and the reply's header is the token of a new one",
    refuses: ["tooMany"],
    body: z.object({ password, newPassword }),
    payload: signedIn,
  }),
  "auth/endSession": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "End one of one's own sessions",
    body: z.object({ sessionId: id }),
    payload: z.object({ sessionId: z.number().int() }),
  }),
  "auth/signoutEverywhere": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "End all of one's own sessions, this one too",
    payload: z.null(),
  }),
  "auth/beginSecondFactor": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "The secret for an authenticator app; the second factor is on after auth/confirmSecondFactor",
    refuses: ["inUse", "tooMany"],
    body: z.object({ password }),
    payload: z.object({ secret: z.string(), uri: z.string() }),
  }),
  "auth/confirmSecondFactor": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "Turn the second factor on with a first code; the recovery codes are shown this once",
    refuses: ["notActive", "inUse"],
    body: z.object({ code: requiredLine(40) }),
    payload: recoveryCodes,
  }),
  "auth/newRecoveryCodes": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "New recovery codes in place of the old ones, shown this once",
    refuses: ["notActive", "tooMany"],
    body: z.object({ password }),
    payload: recoveryCodes,
  }),
  "auth/removeSecondFactor": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "Turn the second factor off",
    refuses: ["tooMany"],
    body: z.object({ password }),
    payload: z.null(),
  }),
};

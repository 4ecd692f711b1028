import { z } from "zod";
import { passwordProblem } from "../rules/password.ts";
import { ADMIN, SUDO } from "../rules/roles.ts";
import { isAtMost } from "../rules/textLength.ts";
import { instant } from "../scalars.ts";

/** The role of an account: 10 is the super user, 20 the admin of a club. */
export const role = z.literal([SUDO, ADMIN]).meta({ id: "Role", type: "integer" });

/** The signed-in person (docs/wire.md §1). */
export const currentUser = z
  .object({
    id: z.number().int(),
    email: z.string(),
    fullName: z.string(),
    role,
    clubId: z.number().int().nullable(),
    clubName: z.string().nullable(),
  })
  .meta({ id: "CurrentUser" });
export type CurrentUser = z.infer<typeof currentUser>;

/**
 * A reply with the signed-in person. `secondFactorDue`: the club requires a second factor that is not set up yet. Until
 * then, calls with access `admin`, `sudo` or `door` are refused.
 */
export const signedInReply = z.object({ currentUser, secondFactorDue: z.literal(true).optional() });

/** `device` is to be sent with the next sign-in: then failed sign-ins of strangers cannot lock the owner out. */
export const newlySignedIn = signedInReply.extend({ device: z.string() });

/** A new password (docs/product.md §5). */
export const newPassword = z
  .string("Password is required!")
  .refine((text) => isAtMost(text, 1000), "must be at most 1000 characters")
  .check(({ value, issues }) => {
    const problem = passwordProblem(value);
    if (problem !== null) issues.push({ code: "custom", message: problem, input: value });
  })
  .meta({ minLength: 8, maxLength: 1000, pattern: "[0-9]" });

/** An existing password, to be compared. */
export const password = z
  .string("is required")
  .min(1, "is required")
  .refine((text) => isAtMost(text, 1000), "must be at most 1000 characters")
  .meta({ maxLength: 1000 });

/** The `device` of the reply to an earlier sign-in or password reset. */
export const device = z.string().max(100, "is not one of ours").nullish();

/** An open session. `device` describes the browser in words. */
export const sessionEntry = z
  .object({
    id: z.number().int(),
    device: z.string(),
    createdAt: instant,
    lastUsedAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: "SessionEntry" });
export type SessionEntry = z.infer<typeof sessionEntry>;

/** A new address that is not confirmed yet. `expiresAt`: when its link expires. */
export const emailChange = z.object({ email: z.string(), expiresAt: instant }).meta({ id: "EmailChange" });
export type EmailChange = z.infer<typeof emailChange>;

/** New recovery codes of a second factor. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

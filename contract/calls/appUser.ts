import { z } from "zod";
import { call } from "../endpoint.ts";
import { email, flag, id, optional, requiredOnCreate, requiredTextLine } from "../scalars.ts";
import { appUser } from "../shapes/appUser.ts";
import { newPassword } from "../shapes/auth.ts";
import { olderThan, recentSignin } from "../shapes/failing.ts";

export const appUserCalls = {
  "appUser/save": call({
    method: "POST",
    access: "sudo",
    kind: "write",
    idempotent: true,
    summary: "Create or change a club's admin. The account's sessions end at a new password, address or club",
    refuses: ["emailTaken", "tooMany"],
    body: requiredOnCreate(
      z.object({
        id: id.nullish(),
        /** Default for a new account: a name made from the address. */
        fullName: requiredTextLine(120).optional(),
        email: email.optional(),
        /** If empty, an existing account keeps its password. */
        password: optional(newPassword),
        clubId: id.optional(),
        /** Turns the second factor off. */
        removeSecondFactor: flag.optional(),
      }),
      // The server's own message asks for a missing password.
      ["email", "clubId"],
    ).meta({
      description:
        "With an `id` it is a change, and what is not given keeps its value. Without one it is new, and needs `email`, `password` and `clubId`.",
      else: {
        required: ["email", "password", "clubId"],
        not: { properties: { password: { enum: ["", null] } } },
      },
    }),
    payload: appUser,
  }),
  "appUser/getAppUsers": call({
    method: "GET",
    access: "sudo",
    kind: "read",
    summary: "The admins of a club",
    query: z.object({ clubId: id }),
    payload: z.object({ appUsers: z.array(appUser), isSecondFactorRequired: z.boolean() }),
  }),
  "appUser/deleteAppUser": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "sudo",
    kind: "write",
    summary: "Remove a club's admin. Their tokens end immediately",
    query: z.object({ id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "appUser/getSignins": call({
    method: "GET",
    access: "sudo",
    kind: "read",
    summary: "The latest sessions of accounts that still exist. At most 50, newest first",
    query: olderThan,
    payload: z.array(recentSignin),
  }),
  "appUser/requireSecondFactor": call({
    method: "POST",
    access: "sudo",
    kind: "write",
    summary: "Require a second factor from all admins of a club, or stop requiring it",
    body: z.object({ clubId: id, isRequired: flag }),
    payload: z.object({ clubId: z.number().int(), isSecondFactorRequired: z.boolean() }),
  }),
};

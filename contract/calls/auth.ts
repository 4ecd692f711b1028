import { z } from "zod";
import { call } from "../endpoint.ts";
import { email, id, requiredTextLine, textLine } from "../scalars.ts";
import {
  currentUser,
  device,
  emailChange,
  newlySignedIn,
  newPassword,
  password,
  recoveryCodes,
  sessionEntry,
  signedInReply,
} from "../shapes/auth.ts";

export const authCalls = {
  "auth/register": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Create a club and its admin, and sign in. The token is in the reply's authorization header. A repeat is refused as badCredentials if the account has a second factor by now",
    refuses: ["emailTaken", "badCredentials", "tooMany"],
    body: z.object({
      fullName: requiredTextLine(120),
      email,
      password: newPassword,
      clubName: textLine(120).nullish(),
      device,
    }),
    payload: newlySignedIn,
  }),
  "auth/signin": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Sign in. The token is in the reply's authorization header. If a second factor is on, badCredentials with payload.secondFactor asks for its code",
    refuses: ["badCredentials", "tooMany"],
    body: z.object({
      email: requiredTextLine(254),
      password,
      /** Six digits of an authenticator app, or a recovery code. Spaces and hyphens do not matter. */
      code: textLine(40).nullish(),
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
    summary: "The account of the token",
    payload: signedInReply,
  }),
  "auth/forgotPassword": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Mail a link for a new password. The reply is the same if there is no such account. A repeat within two minutes may send no further mail",
    refuses: ["tooMany"],
    body: z.object({ email }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "auth/resetPassword": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Set a new password with a mailed link. The link works once, within an hour. All sessions end",
    refuses: ["tooMany"],
    body: z.object({ token: requiredTextLine(100), password: newPassword }),
    /** Sent as `device` of auth/signin, it makes this browser a known one. */
    payload: z.object({ device: z.string() }),
  }),
  "auth/confirmClub": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Confirm the mail address of a club that registered itself, with a mailed link. The link works once, within seven days",
    refuses: ["notFound", "tooMany"],
    body: z.object({ token: requiredTextLine(100) }),
    payload: z.object({
      clubName: z.string(),
      /** False while the super user must still approve the club's first event. */
      isListed: z.boolean(),
    }),
  }),
  "auth/sendConfirmation": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary:
      "Mail the caller a new link that confirms the club's mail address. `sent` is false if there is nothing to confirm. A repeat within two minutes may send no further mail",
    refuses: ["tooMany"],
    payload: z.object({ sent: z.boolean() }),
  }),
  "auth/getProfile": call({
    method: "GET",
    access: "token",
    kind: "read",
    summary: "The caller's account with sessions and second factor",
    payload: z.object({
      currentUser,
      /** The begun change of the mail address; absent without one, or once its link has expired. */
      emailChange: emailChange.optional(),
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
    summary: "Change the caller's name",
    body: z.object({ fullName: requiredTextLine(120) }),
    payload: signedInReply,
  }),
  "auth/changePassword": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary:
      "Change the caller's password. All sessions end, and the reply's header has the token of a new one",
    refuses: ["tooMany"],
    body: z.object({ password, newPassword }),
    payload: signedInReply,
  }),
  "auth/changeEmail": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary:
      "Begin to change the mail address of the caller's account. The new address gets a link, the present one a notice. The change is made by auth/confirmEmail",
    refuses: ["emailTaken", "tooMany"],
    body: z.object({ password, email }),
    payload: emailChange,
  }),
  "auth/confirmEmail": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary:
      "Change the address of the caller's account with the mailed link, which works once, within 24 hours. It also confirms the address of their club. All sessions end, and the reply's header has the token of a new one",
    refuses: ["notFound", "emailTaken"],
    body: z.object({ token: requiredTextLine(100) }),
    payload: signedInReply,
  }),
  "auth/endSession": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "End one of the caller's sessions",
    body: z.object({ sessionId: id }),
    payload: z.object({ sessionId: z.number().int() }),
  }),
  "auth/signoutEverywhere": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "End all of the caller's sessions, including this one",
    payload: z.null(),
  }),
  "auth/beginSecondFactor": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary:
      "Get the secret for an authenticator app. The second factor is on after auth/confirmSecondFactor",
    refuses: ["inUse", "tooMany"],
    body: z.object({ password }),
    payload: z.object({ secret: z.string(), uri: z.string() }),
  }),
  "auth/confirmSecondFactor": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "Turn the second factor on with a first code. The recovery codes are only in this reply",
    refuses: ["notActive", "inUse"],
    body: z.object({ code: requiredTextLine(40) }),
    payload: recoveryCodes,
  }),
  "auth/newRecoveryCodes": call({
    method: "POST",
    access: "token",
    kind: "write",
    summary: "Replace the recovery codes. The new ones are only in this reply",
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

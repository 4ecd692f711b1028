import { z } from "zod";
import { call } from "../endpoint.ts";
import { email, id, instant, requiredTextLine } from "../scalars.ts";
import { newlySignedIn, newPassword } from "../shapes/auth.ts";
import { teamInvitation, teamMember } from "../shapes/team.ts";

export const teamCalls = {
  "team/invite": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Mail an invitation to the club's team. The link works once, for a week. A new invitation of the same address replaces the club's former one",
    refuses: ["emailTaken", "tooMany"],
    body: z.object({ clubId: id, email }),
    payload: teamInvitation,
  }),
  "team/getByClubId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "The people who can sign in for a club, and the invitations that are neither accepted nor expired",
    query: z.object({ clubId: id }),
    payload: z.object({ members: z.array(teamMember), invitations: z.array(teamInvitation) }),
  }),
  "team/getInvitation": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The invitation of a mailed link",
    refuses: ["notFound", "tooMany"],
    query: z.object({ token: requiredTextLine(100) }),
    payload: z.object({ clubName: z.string(), email: z.string(), expiresAt: instant }),
  }),
  "team/accept": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Accept an invitation: create an account with its address, and sign in. The token is in the reply's authorization header",
    refuses: ["notFound", "emailTaken", "tooMany"],
    body: z.object({
      token: requiredTextLine(100),
      /** Default: a name made from the address. */
      fullName: requiredTextLine(120).optional(),
      password: newPassword,
    }),
    payload: newlySignedIn,
  }),
  "team/withdraw": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Withdraw an invitation. Its link stops working",
    body: z.object({ id }),
    payload: z.object({ id: z.number().int() }),
  }),
};

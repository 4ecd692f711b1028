import { z } from "zod";
import { instant } from "../scalars.ts";

/** Somebody with an account of the club. */
export const teamMember = z
  .object({
    id: z.number().int(),
    fullName: z.string(),
    email: z.string(),
    lastSigninAt: instant.nullable(),
  })
  .meta({ id: "TeamMember" });

/** An invitation that has not expired. */
export const teamInvitation = z
  .object({
    id: z.number().int(),
    email: z.string(),
    expiresAt: instant,
  })
  .meta({ id: "TeamInvitation" });
export type TeamInvitation = z.infer<typeof teamInvitation>;

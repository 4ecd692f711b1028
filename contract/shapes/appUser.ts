/** The admins of clubs, whom the super user manages (docs/wire.md §2, §4). */
import { z } from "zod";
import { instant } from "../scalars.ts";
import { role } from "./auth.ts";

/** An account as sudo sees it; never a password or hash. */
export const appUser = z
  .object({
    id: z.number().int(),
    fullName: z.string(),
    email: z.string(),
    role,
    clubId: z.number().int().nullable(),
    createdAt: instant,
    lastSigninAt: instant.nullable(),
    hasSecondFactor: z.boolean(),
  })
  .meta({ id: "AppUser" });
/** An account as sudo sees it. */
export type AppUser = z.infer<typeof appUser>;

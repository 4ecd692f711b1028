import { z } from "zod";
import { instant } from "../scalars.ts";
import { role } from "./auth.ts";

/** An account as the super user sees it (docs/wire.md §2). */
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
export type AppUser = z.infer<typeof appUser>;

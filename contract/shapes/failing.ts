import { z } from "zod";
import { id, instant } from "../scalars.ts";

/** A page of a list that is newest first: entries older than the one with this id. */
export const olderThan = z.object({
  before: id.optional(),
});

/** A mail that could not be written or sent. `isGivenUp` if there is no further attempt. */
export const failingMail = z
  .object({
    id: z.number().int(),
    kind: z.string(),
    recipient: z.string(),
    attempts: z.number().int(),
    isGivenUp: z.boolean(),
    lastError: z.string(),
    createdAt: instant,
  })
  .meta({ id: "FailingMail" });
export type FailingMail = z.infer<typeof failingMail>;

/** A job whose last attempt failed. `nextAttemptAt` is null if there is no further attempt. */
export const failingJob = z
  .object({
    id: z.number().int(),
    task: z.string(),
    attempts: z.number().int(),
    lastError: z.string(),
    createdAt: instant,
    nextAttemptAt: instant.nullable(),
  })
  .meta({ id: "FailingJob" });
export type FailingJob = z.infer<typeof failingJob>;

/** A session that was started. `device` describes the browser in words; `hasEnded` if it was ended before its time. */
export const recentSignin = z
  .object({
    id: z.number().int(),
    fullName: z.string(),
    email: z.string(),
    clubName: z.string().nullable(),
    device: z.string(),
    at: instant,
    hasEnded: z.boolean(),
  })
  .meta({ id: "RecentSignin" });
export type RecentSignin = z.infer<typeof recentSignin>;

/** Signing in and out (wire.md §1, §4). The token travels in the `authorization` header, both ways, without a prefix. */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { line } from "./scalars.ts";

/** The signed-in person. */
export const currentUser = z.object({
  id: z.number().int(),
  email: z.string(),
  fullName: z.string(),
  role: z.union([z.literal(10), z.literal(20)]),
  clubId: z.number().int().nullable(),
  clubName: z.string().nullable(),
});
/** The signed-in person. */
export type CurrentUser = z.infer<typeof currentUser>;

const signedIn = z.object({ currentUser });

export const authCalls = {
  "auth/signin": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Sign in; the reply's authorization header is the token",
    body: z.object({
      email: line(254).min(1, "is required"),
      password: z.string("is required").min(1, "is required").max(1000),
    }),
    payload: signedIn,
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
};

/**
 * The declaration of one call of the API. It is used by the server (parsing, access, reply filter), the browser (typed
 * calls), the OpenAPI page and the access tests. See docs/wire.md §1 for the rules that every call shares.
 */
import type { z } from "zod";
import { maxLogoBytes, maxPictureBytes } from "./rules/pictures.ts";

/**
 * The callers that are allowed. `public`: everybody, with or without a valid token. `token`: any signed-in user.
 * `admin`: a club's admin (of the club concerned: the route checks) or sudo. `sudo`: the super user alone. `door`: a
 * device that opened a helper's link (of the event concerned: the route checks), or staff as for `admin`. A user who
 * still has to set up a required second factor may make `token` calls, and is a visitor to `public` ones.
 */
export type Access = "public" | "token" | "admin" | "sudo" | "door";

/** The methods of the calls. A GET may be a `write` (`kind`). */
export type Method = "GET" | "POST" | "DELETE";

/** The methods under which a GET that writes is offered as well (docs/wire.md §1). */
export type OtherMethod = "POST" | "DELETE";

/** One declared call. `payload` is the reply's `payload`; undeclared fields are never sent. */
export interface Call<
  M extends Method = Method,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
  O extends OtherMethod = OtherMethod,
> {
  method: M;
  /** Also offered by this method, with the fields of `query` in the body (a DELETE may have them in the query). */
  alsoBy?: O;
  access: Access;
  /** A GET that is a `read` also answers HEAD. */
  kind: "read" | "write";
  /** The call's description on the API page. The part before the first full stop, colon or semicolon is the title. */
  summary: string;
  /** The refusals besides those that follow from the other fields (refusals.ts) or from its limit. */
  refuses?: readonly Code[];
  query?: Q;
  body?: B;
  payload: P;
  /** True if the call takes an `Idempotency-Key` header, so that a repeat does not act twice. */
  idempotent?: boolean;
  /**
   * Access `door` only: until a week after the link's end, also accepts a device whose link has expired, or which staff
   * have revoked with or without its link. So it can still deliver its scans and learn the outcome of its last sale.
   */
  takesLate?: true;
  /** Takes multipart/form-data as well as JSON; `true` means `pictureUpload`. */
  multipart?: true | Multipart;
}

/**
 * The files that may be uploaded along with a body's fields (docs/wire.md §1, Multipart). Fields come as texts. A text
 * that its field does not accept is read as JSON (numbers, true and false, nested fields). The texts `null` and
 * `undefined` and the empty text mean null if the field accepts null, else "not given".
 */
export interface Multipart {
  /** The largest size of one file. */
  fileBytes: number;
  /** The largest number of files. */
  files: number;
  /** The field that may come in place of the file. One of the two is needed. */
  orField?: string;
}

/** The meaning of `multipart: true`: at most one picture. */
export const pictureUpload: Multipart = { fileBytes: maxPictureBytes, files: 1 };

/** A visitor's upload: a small picture. */
export const logoUpload: Multipart = { fileBytes: maxLogoBytes, files: 1 };

/** Returns the declaration unchanged. It exists so that TypeScript infers the types. */
export function call<
  M extends Method,
  P extends z.ZodType,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  O extends OtherMethod = never,
>(declaration: Call<M, Q, B, P, O>): Call<M, Q, B, P, O> {
  return declaration;
}

/** The shape of a reply that is no `Failure`. A `msg` is a text for the user; `read` calls have none. */
export interface Reply<P> {
  msg: string | null;
  payload: P;
}

/** Stable codes for programs, each with its HTTP status (docs/wire.md §1). */
export const statusByCode = {
  invalidInput: 400,
  invalidFile: 400,
  notSignedIn: 401,
  badCredentials: 401,
  paymentFailed: 402,
  notYours: 403,
  wrongRole: 403,
  notFound: 404,
  wrongMethod: 405,
  soldOut: 409,
  notEnoughLeft: 409,
  salesClosed: 409,
  holdExpired: 409,
  alreadyPaid: 409,
  slugTaken: 409,
  emailTaken: 409,
  alreadyCheckedIn: 409,
  alreadyRedeemed: 409,
  nothingToTell: 409,
  notActive: 409,
  wrongEvent: 409,
  inUse: 409,
  idempotencyMismatch: 409,
  amountMismatch: 409,
  tooLarge: 413,
  unsupportedType: 415,
  unreadableCode: 422,
  tooMany: 429,
  tokenExpired: 440,
  unexpected: 500,
  busy: 503,
} as const;

/** The code of a refusal. */
export type Code = keyof typeof statusByCode;

/** The body of a failed reply. `payload.fields` lists the refused fields (`FieldProblem`), if there are any. */
export interface Failure {
  msg: string;
  code: Code;
  payload?: unknown;
}

/** One field that was refused, by its path, such as `attendees.0.email`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** The declaration of a call of the API (docs/wire.md §1). */
import type { z } from "zod";
import { maxLogoBytes, maxPictureBytes } from "./rules/pictures.ts";

/**
 * Who may make a call. `token`: anybody who is signed in. `admin`: a club's admins, and sudo. `door`: a device that
 * opened a helper's link, and staff. The route checks the club or the event. A user who still has to set up a required
 * second factor may make `token` calls, and is a visitor to `public` ones.
 */
export type Access = "public" | "token" | "admin" | "sudo" | "door";

/** The method of a call. A GET may be a `write` (`kind`). */
export type Method = "GET" | "POST" | "DELETE";

/** The second method of a GET that writes (docs/wire.md §1). */
export type OtherMethod = "POST" | "DELETE";

/** A declared call. Fields that `payload` does not declare are not sent. */
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
  /** The part before the first full stop, colon or semicolon is the title on the API page. */
  summary: string;
  /** Codes of refusals, besides those that follow from the other fields (refusals.ts) or from the call's limit. */
  refuses?: readonly Code[];
  query?: Q;
  body?: B;
  payload: P;
  /** Takes an `Idempotency-Key` header, so that a repeat does not act twice. */
  idempotent?: boolean;
  /**
   * Access `door` only: also accepts a device whose access has ended, until a week after the link's end, so that its
   * last scans and sale are not lost.
   */
  takesLate?: true;
  /** Takes multipart/form-data as well as JSON; `true` means `pictureUpload`. */
  multipart?: true | Multipart;
}

/**
 * The files that may come with a body's fields (docs/wire.md §1, Multipart). Each field comes as a text. A text that
 * the field does not accept is read as JSON. An empty text, `null` and `undefined` mean null if the field accepts null;
 * otherwise the field counts as not given.
 */
export interface Multipart {
  /** The most bytes of one file. */
  fileBytes: number;
  files: number;
  /** The field that may come in place of the file; one of the two is needed. */
  orField?: string;
}

/** The upload of one picture by staff, which `multipart: true` means. */
export const pictureUpload: Multipart = { fileBytes: maxPictureBytes, files: 1 };

/** The upload of a sponsor's logo. */
export const logoUpload: Multipart = { fileBytes: maxLogoBytes, files: 1 };

/** Returns the declaration unchanged, so that TypeScript infers its types. */
export function call<
  M extends Method,
  P extends z.ZodType,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  O extends OtherMethod = never,
>(declaration: Call<M, Q, B, P, O>): Call<M, Q, B, P, O> {
  return declaration;
}

/** The body of a successful reply. `msg` is for the user; `read` calls have none. */
export interface Reply<P> {
  msg: string | null;
  payload: P;
}

/** The codes of refusals with their HTTP status (docs/wire.md §1). */
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

/** The body of a refusal. `payload.fields` lists the refused fields (`FieldProblem`), if there are any. */
export interface Failure {
  msg: string;
  code: Code;
  payload?: unknown;
}

/** A refused field, by its path, such as `attendees.0.email`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** What a route file gives: the answer to one call, as a function of checked input, who asks, and what the house has. */
import type { FastifyInstance } from "fastify";
import type { BodyOf, CallName, PayloadOf, QueryOf } from "../../contract/all.ts";
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import type { AttemptQueue } from "../accounts/attemptQueue.ts";
import type { SecretBox } from "../accounts/secretBox.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Idempotency } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import type { WriteCheck } from "../db/writeCheck.ts";
import type { DevicePasses, Helper } from "../door/devicePasses.ts";
import type { Doors } from "../door/door.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import type { CodeGuesses } from "../promoCodes/guesses.ts";
import type { Clients } from "./client.ts";
import type { UploadedFile } from "./multipart.ts";
import type { UploadRoom } from "./uploadRoom.ts";

/** What routes work with. App nodes keep no state of their own beyond short caches. */
export interface House {
  db: Db;
  sessions: Sessions;
  /** The tokens of helpers at doors. */
  passes: DevicePasses;
  /** Where passwords wait for their turn. */
  attempts: AttemptQueue;
  /** Counts wrong promo codes by client. */
  codeGuesses: CodeGuesses;
  /** Seals what a copy of the database must not tell. */
  secretBox: SecretBox;
  checkout: Checkout;
  doors: Doors;
  /** Tells clients apart, for all limits. */
  clients: Clients;
  /** What uploaded files may hold of this node's memory. */
  uploads: UploadRoom;
  /** False for load tests: what a client, a mail address or a club may do is not counted then. */
  isLimited: boolean;
  provider: PaymentProvider;
  clock: () => Date;
  /** The address that mails and redirects name, without a slash at its end. */
  publicUrl: string;
  dataDir: string;
  /** Shown by `info`; null where the house has none. */
  supportPhone: string | null;
  /** Whether the database takes writes. */
  writeCheck: WriteCheck;
  /** Null, or a sentence that tells how far this node's clock is from the database's. */
  clockCheck: () => string | null;
  /** Whether the API can be read at /api/docs. */
  apiDocs: boolean;
}

/**
 * A request after its checks. `viewer` is null for visitors; calls with an access other than public always have one, or,
 * of access `door`, a `helper` (see atDoor.ts).
 */
export interface RouteRequest<N extends CallName> {
  query: QueryOf<N>;
  body: BodyOf<N>;
  /** What was uploaded; empty for calls that take no forms, and for JSON. */
  files: UploadedFile[];
  viewer: CurrentUser | null;
  /** The helper's device that asks; null for everybody else. */
  helper: Helper | null;
  /** The token as sent, for signing out. */
  token: string | null;
  /** Who asks, for what is counted by client (client.ts). */
  client: string;
  /** What the browser says of itself; empty where it says nothing. */
  userAgent: string;
  idempotency: Idempotency | null;
}

/** The reply: what `payload` holds, a `msg` for the user to read, and the token of a new session. */
export interface RouteReply<N extends CallName> {
  payload: PayloadOf<N>;
  msg?: string;
  token?: string;
}

/** One call's answer. */
export type Route<N extends CallName> = (asked: RouteRequest<N>, house: House) => Promise<RouteReply<N>>;

/** Puts the pages of the web app, and other routes beside the API, on the HTTP server. */
export type RegisterPages = (app: FastifyInstance, house: House) => Promise<void>;

/** Declares the route of a call; only fixes the types. */
export function route<N extends CallName>(_name: N, answer: Route<N>): Route<N> {
  return answer;
}

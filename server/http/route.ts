/** The types of routes: a route answers one call from checked input, the caller and the services. */
import type { FastifyInstance } from "fastify";
import type { BodyOf, CallName, PayloadOf, QueryOf } from "../../contract/all.ts";
import type { PolicyUrls } from "../../contract/rules/club/policies.ts";
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import type { HashQueue } from "../accounts/hashQueue.ts";
import type { SecretBox } from "../accounts/secondFactor/secretBox.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { PretixAccess } from "../archive/pretix/pretixHttp.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Idempotency } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import type { WriteCheck } from "../db/writeCheck.ts";
import type { DevicePasses, HelperDevice } from "../door/devicePasses.ts";
import type { Doors } from "../door/door.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import type { CodeGuesses } from "../promoCodes/guesses.ts";
import type { Clients } from "./client.ts";
import type { UploadedFile } from "./multipart.ts";
import type { UploadRoom } from "./uploadRoom.ts";

/** The parts that routes work with. */
export interface Services {
  db: Db;
  sessions: Sessions;
  /** The tokens of helpers at doors. */
  passes: DevicePasses;
  /** The queue of requests that hash passwords. */
  hashQueue: HashQueue;
  /** Counts wrong promo codes by client. */
  codeGuesses: CodeGuesses;
  /** Encrypts values that somebody with a copy of the database must not read. */
  secretBox: SecretBox;
  checkout: Checkout;
  doors: Doors;
  /** Distinguishes clients for limits. */
  clients: Clients;
  /** Bounds the memory of this node for uploaded files. */
  uploads: UploadRoom;
  /** Whether clients and clubs are limited; false in load tests. */
  isLimited: boolean;
  provider: PaymentProvider;
  /** Which addresses may be called as a pretix server. */
  pretix: PretixAccess;
  clock: () => Date;
  /** The public address of this site, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** Shown by `info` and on pages; null if there is none. */
  supportPhone: string | null;
  /** The site's legal pages. */
  policies: PolicyUrls;
  /** Whether the super user must approve the first event of a club that registered itself. */
  approvesFirstEvents: boolean;
  /** Whether the database accepts writes. */
  writeCheck: WriteCheck;
  /** Null, or a sentence on how far this node's clock is from the database's. */
  clockCheck: () => string | null;
  /** Whether the API can be read at /api/docs. */
  apiDocs: boolean;
}

/** The caller: a signed-in person, a helper's device, or neither, which is a visitor. */
export interface Caller {
  viewer: CurrentUser | null;
  helper: HelperDevice | null;
}

/**
 * A request after its checks. A call of access `door` has a `viewer` or a `helper` (atDoor.ts), and a call of any other
 * access except `public` has a `viewer`.
 */
export interface RouteRequest<N extends CallName> extends Caller {
  query: QueryOf<N>;
  body: BodyOf<N>;
  /** The uploaded files; empty for calls that accept no forms, and for JSON. */
  files: UploadedFile[];
  /** The token of the caller, without "Bearer ", or null. */
  token: string | null;
  /** The client that sent the request, for limits (client.ts). */
  client: string;
  /** The User-Agent header; empty if it is missing. */
  userAgent: string;
  idempotency: Idempotency | null;
}

/** The reply: its `payload`, a `msg` for the user to read, and the token of a new session. */
export interface RouteReply<N extends CallName> {
  payload: PayloadOf<N>;
  msg?: string;
  token?: string;
}

/** One call's answer. */
export type Route<N extends CallName> = (
  request: RouteRequest<N>,
  services: Services,
) => Promise<RouteReply<N>>;

/** Puts the pages of the web app, and other routes beside the API, on the HTTP server. */
export type RegisterPages = (app: FastifyInstance, services: Services) => Promise<void>;

/** Returns `answer` unchanged. The name gives TypeScript the types of the call. */
export function route<N extends CallName>(_name: N, answer: Route<N>): Route<N> {
  return answer;
}

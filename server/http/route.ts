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

export interface Services {
  db: Db;
  sessions: Sessions;
  /** Tokens of helpers at doors. */
  passes: DevicePasses;
  hashQueue: HashQueue;
  codeGuesses: CodeGuesses;
  /** Encrypts values that somebody with a copy of the database must not read. */
  secretBox: SecretBox;
  checkout: Checkout;
  doors: Doors;
  clients: Clients;
  uploads: UploadRoom;
  /** If false, as in most tests, many limits of clients and clubs are off. */
  isLimited: boolean;
  provider: PaymentProvider;
  /** Which addresses may be called as a pretix server. */
  pretix: PretixAccess;
  clock: () => Date;
  /** Without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  supportPhone: string | null;
  policies: PolicyUrls;
  /** Whether a club that registers is listed only after the super user has approved one of its events. */
  approvesFirstEvents: boolean;
  writeCheck: WriteCheck;
  /** Null, or a sentence on how far this node's clock is from the database's. */
  clockCheck: () => string | null;
  apiDocs: boolean;
}

/** A signed-in user, a helper's device, or a visitor (both are null). */
export interface Caller {
  viewer: CurrentUser | null;
  helper: HelperDevice | null;
}

/**
 * A call of access `door` has a `viewer` or a `helper`; other calls that are not `public` have a `viewer`.
 */
export interface RouteRequest<N extends CallName> extends Caller {
  query: QueryOf<N>;
  body: BodyOf<N>;
  /** Empty if the body is not a form. */
  files: UploadedFile[];
  /** Without "Bearer ". */
  token: string | null;
  /** Who is counted by limits (client.ts). */
  client: string;
  /** Empty if the header is missing. */
  userAgent: string;
  idempotency: Idempotency | null;
}

/** `msg` is for the user to read; `token` is that of a new session or of a helper's device. */
export interface RouteReply<N extends CallName> {
  payload: PayloadOf<N>;
  msg?: string;
  token?: string;
}

export type Route<N extends CallName> = (
  request: RouteRequest<N>,
  services: Services,
) => Promise<RouteReply<N>>;

/** Registers pages and other routes beside the API. */
export type RegisterPages = (app: FastifyInstance, services: Services) => Promise<void>;

/** Returns `answer`. The name gives TypeScript the types of the call. */
export function route<N extends CallName>(_name: N, answer: Route<N>): Route<N> {
  return answer;
}

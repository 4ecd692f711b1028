/**
 * The client of the API, with the rules of docs/product.md §8 for messages, failures and expired tokens. It must import
 * no schema of the contract, because the schema would reach the browser.
 */
import type { BodyInput, CallName, NameOf, PayloadOf, QueryInput } from "../../contract/all.ts";
import { type Code, statusByCode } from "../../contract/endpoint.ts";
import { ApiError, noAnswerError } from "./apiError.ts";
import { isPublicCall, type PublicCallName } from "./publicCalls.ts";

/** The part of `fetch` that the client uses. */
export type FetchLike = (
  path: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | FormData;
    signal?: AbortSignal;
    keepalive?: boolean;
  },
) => Promise<{ status: number; headers: { get(name: string): string | null }; json(): Promise<unknown> }>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Shows no message of a success or a failure, except that the token has expired. */
  suppressToasts?: boolean;
  /** Shows no message of a failure, except that the token has expired. A success still shows one. */
  suppressFailure?: boolean;
  /** Sent as `files` beside the body's fields, which makes the request multipart (docs/wire.md §1). */
  files?: readonly File[];
  /** Where the call takes one, a repeat with the same key and body is not done twice (docs/wire.md §1). */
  idempotencyKey?: string;
  keepalive?: boolean;
  /** Sends the token with a public call too, because staff see more (docs/wire.md §4). */
  withToken?: boolean;
  /** Gets the token of the reply's `authorization` header (docs/product.md §4). */
  onToken?(token: string): void;
}

export interface ClientEnvironment<Ended extends undefined> {
  fetch: FetchLike;
  token(): string | null;
  onMessage?(text: string, color: "success" | "error"): void;
  /** The token had expired (440). The call resolves with the return value, or fails with what this throws. */
  onExpired(): Ended;
  /** The club requires a second factor that is not set up yet. */
  onSecondFactorDue?(): void;
  defaults?: CallOptions;
  /** The returned function is called at the request's end, after a failure too. */
  onRequest?(): () => void;
}

export type Resolved<N extends CallName, Ended = undefined> = N extends PublicCallName
  ? PayloadOf<N>
  : PayloadOf<N> | Ended;

type CallArgs<T> = undefined extends T
  ? [input?: undefined, options?: CallOptions]
  : [input: T, options?: CallOptions];

/** A failed call throws ApiError (440: see `onExpired`), an aborted one the error of `fetch` or of its body. */
export interface Api<Ended extends undefined = undefined> {
  get<N extends NameOf<"GET">>(name: N, ...args: CallArgs<QueryInput<N>>): Promise<Resolved<N, Ended>>;
  post<N extends NameOf<"POST">>(name: N, ...args: CallArgs<BodyInput<N>>): Promise<Resolved<N, Ended>>;
  delete<N extends NameOf<"DELETE">>(name: N, ...args: CallArgs<BodyInput<N>>): Promise<Resolved<N, Ended>>;
}

/** The client of loaders, whose `onExpired` throws. */
export type LoaderApi = Api<never>;

export function createApi<Ended extends undefined>(environment: ClientEnvironment<Ended>): Api<Ended> {
  return {
    get: (name, ...[query, options]) => call("GET", `${name}${queryText(query)}`, undefined, options),
    post: (name, ...[body, options]) => call("POST", name, body ?? {}, options),
    delete: (name, ...[body, options]) => call("DELETE", name, body ?? {}, options),
  };

  // The cast of the payload relies on the server, which filters its replies by the contract.
  async function call<T>(method: string, path: string, body: unknown, request: CallOptions = {}): Promise<T> {
    const options = { ...environment.defaults, ...request };
    const endRequest = environment.onRequest?.();
    try {
      const { reply, json } = await send(method, path, body, options);
      const content = readReply(json);
      const show = options.suppressToasts ? undefined : environment.onMessage;
      const showFailure = options.suppressFailure ? undefined : show;

      if (reply.status === 440) {
        if (content.msg !== null) environment.onMessage?.(content.msg, "error");
        const replacement: unknown = environment.onExpired();
        return replacement as T;
      }
      if (reply.status >= 400) {
        const failure = failureOf(reply.status, content);
        showFailure?.(failure.msg, "error");
        if (isSecondFactorDue(failure)) environment.onSecondFactorDue?.();
        throw failure;
      }
      const token = reply.headers.get("authorization");
      if (token) options.onToken?.(token);
      if (content.msg !== null) show?.(content.msg, reply.status <= 299 ? "success" : "error");
      return content.payload as T;
    } finally {
      endRequest?.();
    }
  }

  async function send(method: string, path: string, body: unknown, options: CallOptions) {
    const isPublic = isPublicCall(path.split("?", 1)[0] ?? "");
    const token = !isPublic || options.withToken ? environment.token() : null;
    const headers: Record<string, string> = {
      accept: "application/json",
      // For a multipart body the browser writes the content type.
      ...(body !== undefined && !options.files && { "content-type": "application/json" }),
      ...(token !== null && { authorization: token }),
      ...(options.idempotencyKey !== undefined && { "idempotency-key": options.idempotencyKey }),
      ...((options.suppressToasts || options.suppressFailure) && { "x-suppress-toasts": "true" }),
    };
    try {
      const reply = await environment.fetch(`/api/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: bodyOf(body, options.files) }),
        ...(options.signal && { signal: options.signal }),
        ...(options.keepalive && { keepalive: true }),
      });
      const json = await reply.json().catch((cause: unknown) => {
        // Without its payload, the result of a call is unknown, as if there were no reply. A refusal needs none.
        if (reply.status < 400) throw cause;
      });
      return { reply, json };
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      const failure = noAnswerError();
      if (!options.suppressToasts && !options.suppressFailure) environment.onMessage?.(failure.msg, "error");
      throw failure;
    }
  }
}

interface ReplyContent {
  msg: string | null;
  code: string | null;
  payload: unknown;
}

/** The reply may be anything, for example a proxy's error page. */
function readReply(content: unknown): ReplyContent {
  if (typeof content !== "object" || content === null) return { msg: null, code: null, payload: null };
  const { msg, code, payload } = content as Record<string, unknown>;
  return {
    msg: typeof msg === "string" && msg !== "" ? msg : null,
    code: typeof code === "string" ? code : null,
    payload: payload ?? null,
  };
}

function failureOf(status: number, { msg, code, payload }: ReplyContent): ApiError {
  return new ApiError({
    status,
    code: code !== null && isCode(code) ? code : "unexpected",
    msg: msg ?? `The server could not do this (${status}). Please try again.`,
    payload,
  });
}

function isCode(code: string): code is Code {
  return Object.hasOwn(statusByCode, code);
}

function bodyOf(body: unknown, files: readonly File[] | undefined): string | FormData {
  if (files === undefined) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    // The empty text means "not given", like null in JSON (docs/wire.md §1).
    form.append(
      name,
      typeof value === "object" ? (value === null ? "" : JSON.stringify(value)) : String(value),
    );
  }
  for (const file of files) form.append("files", file);
  return form;
}

/** Writes the query of an address, `?slug=gala&page=2`, without null and undefined. */
export function queryText(query: unknown): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (pairs.length === 0) return "";
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

function isSecondFactorDue({ status, payload }: ApiError): boolean {
  return (
    status === 403 &&
    typeof payload === "object" &&
    payload !== null &&
    "secondFactor" in payload &&
    payload.secondFactor === "due"
  );
}

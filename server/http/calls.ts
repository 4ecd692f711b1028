import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CallName, calls } from "../../contract/all.ts";
import type { Access, Call, Method } from "../../contract/endpoint.ts";
import { SUDO } from "../../contract/rules/roles.ts";
import { idempotencyKey } from "../../contract/scalars.ts";
import type { Idempotency } from "../db/idempotency.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { isHelperToken } from "../door/devicePasses.ts";
import { limitOf } from "./limits.ts";
import { countForClub } from "./limitsByClub.ts";
import { readForm, registerMultipart, type UploadedFile } from "./multipart.ts";
import { parse } from "./parse.ts";
import { filterReply } from "./replyFilter.ts";
import type { Caller, Route, RouteRequest, Services } from "./route.ts";
import type { HeldUpload } from "./uploadRoom.ts";

export type Routes = { [N in CallName]: Route<N> };

/** Registers all calls under `/api`. */
export function registerCalls(app: FastifyInstance, routes: Routes, services: Services): void {
  const names = Object.keys(calls) as CallName[];
  const takesForms = (name: CallName) => (calls[name] as Call).multipart !== undefined;
  for (const name of names) if (!takesForms(name)) registerCall(app, name, routes, services);
  // Other calls refuse a form as `unsupportedType`.
  app.register(async (scope) => {
    await registerMultipart(scope);
    for (const name of names) if (takesForms(name)) registerCall(scope, name, routes, services);
  });
}

function registerCall(app: FastifyInstance, name: CallName, routes: Routes, services: Services): void {
  const call: Call = calls[name];
  // All calls are handled alike here; the schemas check the values.
  const route = routes[name] as unknown as Route<CallName>;
  const addRoute = (method: Method, inputOf: InputOf) =>
    app.route({
      method,
      url: `/api/${name}`,
      config: limitOf(name),
      exposeHeadRoute: call.kind === "read",
      handler: (request, reply) => serve(name, call, route, inputOf, request, reply, services),
    });
  const { multipart } = call;
  if (call.method === "DELETE")
    addRoute("DELETE", (request) => ({ query: undefined, body: inputOfDelete(request), files: [] }));
  else if (multipart === undefined) addRoute(call.method, ({ query, body }) => ({ query, body, files: [] }));
  else
    addRoute(call.method, async (request, upload) => {
      const { query, body } = request;
      if (!request.isMultipart()) return { query, body, files: [] };
      return { query, ...(await readForm(request, multipart, call.body, upload)) };
    });
  if (call.alsoBy === "DELETE")
    addRoute("DELETE", (request) => ({ query: inputOfDelete(request), body: undefined, files: [] }));
  // If a GET is sent by POST, its query is in the body.
  if (call.alsoBy === "POST") addRoute("POST", ({ body }) => ({ query: body, body: undefined, files: [] }));
}

/**
 * The body, or the query if the body is missing or `{}`: a body of DELETE has no meaning (RFC 9110 §9.3.5), some proxies
 * drop it, and some clients always send `{}`.
 */
function inputOfDelete({ body, query }: FastifyRequest): unknown {
  const isEmpty = typeof body === "object" && body !== null && Object.keys(body).length === 0;
  return body === undefined || body === null || isEmpty ? query : body;
}

type Input = { query: unknown; body: unknown; files: UploadedFile[] };

type InputOf = (request: FastifyRequest, upload: HeldUpload) => Input | Promise<Input>;

async function serve(
  name: CallName,
  call: Call,
  route: Route<CallName>,
  inputOf: InputOf,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const { viewer, helper } = await authorise(call, token, services);
  if (services.isLimited && viewer?.clubId) {
    const { clubId } = viewer;
    const isUpload = request.headers["content-type"]?.startsWith("multipart/") === true;
    await countForClub(services.db, { name, call, clubId, isUpload }, services.clock());
  }
  const client = services.clients.of(request);
  const upload = services.uploads.enter(client);
  try {
    // Only now, because nobody may upload without authorisation.
    const input = await inputOf(request, upload);
    const query = parse(call.query, input.query);
    const body = parse(call.body, input.body);
    const routeRequest = {
      query,
      body,
      files: input.files,
      viewer,
      helper,
      token,
      client,
      userAgent: request.headers["user-agent"] ?? "",
      idempotency: idempotencyOf(name, call, request, {
        body,
        files: input.files,
        by: helper?.deviceId ?? viewer?.id,
      }),
    };
    const result = await route(routeRequest as RouteRequest<CallName>, services);
    if (result.token !== undefined) reply.header("authorization", result.token);
    reply.header("cache-control", "no-store");
    return reply.send({ msg: result.msg ?? null, payload: filterReply(call.payload, result.payload) });
  } finally {
    upload.leave();
  }
}

/** The sent token, with or without "Bearer ". */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, "").trim();
  return header === undefined || header === "" || header.length > 200 ? null : header;
}

/** The caller. Throws if the access of the call does not allow them. */
export async function authorise(
  { access, takesLate }: { access: Access; takesLate?: true | undefined },
  token: string | null,
  services: Pick<Services, "sessions" | "passes">,
): Promise<Caller> {
  if (token !== null && isHelperToken(token)) return helperFor(access, takesLate === true, token, services);
  const bearer = token === null ? "unknown" : await services.sessions.bearerOf(token);
  // Until a required second factor is set up, a token opens only its own account.
  if (access === "public") {
    const isViewer = typeof bearer === "object" && !bearer.secondFactorDue;
    return { viewer: isViewer ? bearer.user : null, helper: null };
  }
  if (bearer === "expired")
    throw new DomainError("tokenExpired", "Your session has ended. Please sign in again.");
  if (bearer === "unknown") throw notSignedIn();
  if (access === "sudo" && bearer.user.role !== SUDO)
    throw new DomainError("wrongRole", "This is for the super user.");
  if (bearer.secondFactorDue && access !== "token") {
    const message = "Your club requires a second factor. Set it up in your profile first.";
    throw new DomainError("wrongRole", message, { secondFactor: "due" });
  }
  return { viewer: bearer.user, helper: null };
}

/** On public calls a helper is a visitor. */
async function helperFor(
  access: Access,
  takesLate: boolean,
  token: string,
  { passes }: Pick<Services, "passes">,
): Promise<Caller> {
  if (access === "public") return { viewer: null, helper: null };
  const helper = access === "door" ? await passes.helperOf(token) : "unknown";
  if (helper === "unknown") throw notSignedIn();
  if (helper === "expired" || (!takesLate && (helper.isLate || helper.isRevoked)))
    throw new DomainError("tokenExpired", "This helper's link has ended. Please ask the event's staff.");
  return { viewer: null, helper };
}

function notSignedIn(): DomainError {
  return new DomainError("notSignedIn", "Please sign in.");
}

function idempotencyOf(
  name: CallName,
  call: Call,
  request: FastifyRequest,
  { body, files, by }: Pick<Input, "body" | "files"> & { by: string | number | undefined },
): Idempotency | null {
  const key = request.headers["idempotency-key"];
  if (call.idempotent !== true || key === undefined) return null;
  const parsedKey = idempotencyKey.safeParse(key);
  if (!parsedKey.success) {
    throw invalidInput({ path: "Idempotency-Key", message: "must be 8 to 255 visible characters" });
  }
  const hash = createHash("sha256").update(JSON.stringify(body));
  // Nobody may get another user's reply by their key. On public calls a buyer may sign in between two tries.
  if (call.access !== "public") hash.update(` ${by}`);
  for (const file of files)
    hash.update(`${file.name.length} ${file.name} ${file.body.length} `).update(file.body);
  return { call: name, key: parsedKey.data, bodyHash: hash.digest() };
}

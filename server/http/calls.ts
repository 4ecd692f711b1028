/**
 * Puts every call of the contract on the HTTP server: parse, authorise, answer, filter. A field that the contract
 * does not declare never leaves; a call without a route does not compile.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CallName, calls } from "../../contract/all.ts";
import type { CurrentUser } from "../../contract/auth.ts";
import type { Access, Call, Method } from "../../contract/endpoint.ts";
import { SUDO } from "../../contract/rules/roles.ts";
import type { Idempotency } from "../db/idempotency.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { limitOf } from "./limits.ts";
import { parse } from "./parse.ts";
import type { Asked, House, Route } from "./route.ts";

/** The routes by call. */
export type Routes = { [N in CallName]: Route<N> };

/** Registers all calls under `/api`. */
export function registerCalls(app: FastifyInstance, routes: Routes, house: House): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name];
    // The table keeps each route's types; here the calls are walked as one, checked by their own schemas.
    const answer = routes[name] as unknown as Route<CallName>;
    const offer = (method: Method, inputOf: (request: FastifyRequest) => Input) =>
      app.route({
        method,
        url: `/api/${name}`,
        config: limitOf(name),
        exposeHeadRoute: call.kind === "read",
        handler: (request, reply) => serve(name, call, answer, inputOf(request), request, reply, house),
      });
    offer(call.method, ({ query, body }) => ({ query, body }));
    if (call.alsoBy !== undefined) offer(call.alsoBy, ({ body }) => ({ query: body, body: undefined }));
  }
}

/** What came with a request, unchecked. */
type Input = { query: unknown; body: unknown };

async function serve(
  name: CallName,
  call: Call,
  answer: Route<CallName>,
  given: Input,
  request: FastifyRequest,
  reply: FastifyReply,
  house: House,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const viewer = await authorise(call.access, token, house);
  const query = parse(call.query, given.query);
  const body = parse(call.body, given.body);
  const asked = {
    query,
    body,
    viewer,
    token,
    ip: request.ip,
    idempotency: idempotencyOf(name, call, request, body),
  };
  const answered = await answer(asked as Asked<CallName>, house);
  if (answered.token !== undefined) reply.header("authorization", answered.token);
  reply.header("cache-control", "no-store");
  return reply.send({ msg: answered.msg ?? null, payload: call.payload.parse(answered.payload) });
}

/** The token of the `authorization` header, with or without "Bearer ". */
function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, "").trim();
  return header === undefined || header === "" || header.length > 200 ? null : header;
}

async function authorise(access: Access, token: string | null, house: House): Promise<CurrentUser | null> {
  const bearer = token === null ? "unknown" : await house.sessions.bearerOf(token);
  if (access === "public") return typeof bearer === "object" ? bearer.user : null;
  if (bearer === "expired")
    throw new DomainError("tokenExpired", "Your session has ended. Please sign in again.");
  if (bearer === "unknown") throw new DomainError("notSignedIn", "Please sign in.");
  if (access === "sudo" && bearer.user.role !== SUDO)
    throw new DomainError("wrongRole", "This is for the super user.");
  return bearer.user;
}

function idempotencyOf(
  name: CallName,
  call: Call,
  request: FastifyRequest,
  body: unknown,
): Idempotency | null {
  const key = request.headers["idempotency-key"];
  if (call.idempotent !== true || key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{8,255}$/.test(key)) {
    throw invalidInput([{ path: "Idempotency-Key", message: "must be 8 to 255 visible characters" }]);
  }
  return { call: name, key, bodyHash: createHash("sha256").update(JSON.stringify(body)).digest() };
}

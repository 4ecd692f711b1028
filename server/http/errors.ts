import type { FastifyReply, FastifyRequest } from "fastify";
import { type Failure, statusByCode } from "../../contract/endpoint.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { busyMessage, paymentRefusal } from "./paymentRefusals.ts";

/** Answers a failed request. Details of an unexpected error are only logged. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, callOf(request));
  if (refusal !== null) return send(reply, refusal);
  request.log.error({ err: error }, "unexpected");
  const message = `Something went wrong on our side. Reference: ${request.id}.`;
  return send(reply, new DomainError("unexpected", message, { requestId: request.id }));
}

/** The path of the route without `/api/`; empty without a route. */
export function callOf(request: FastifyRequest): string {
  return request.routeOptions?.url?.replace(/^\/api\//, "") ?? "";
}

/** Sends a refusal (docs/wire.md §1). */
export function send(reply: FastifyReply, refusal: DomainError): FastifyReply {
  const body: Failure = { msg: refusal.message, code: refusal.code };
  if (refusal.payload !== undefined) body.payload = refusal.payload;
  if (refusal.code === "tooMany" || refusal.code === "busy")
    reply.header("retry-after", retryAfterOf(refusal));
  return reply.status(statusByCode[refusal.code]).header("cache-control", "no-store").send(body);
}

function retryAfterOf(refusal: DomainError): string {
  const seconds = (refusal.payload as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds;
  return String(seconds ?? 5);
}

function refusalOf(error: unknown, call: string): DomainError | null {
  if (error instanceof DomainError) return error;
  return (
    paymentRefusal(error, call) ?? (isUnavailable(error) ? busyRefusal(call) : fastifyRefusal(error, call))
  );
}

function busyRefusal(call: string): DomainError {
  return new DomainError("busy", busyMessage(call));
}

function fastifyRefusal(error: unknown, call: string): DomainError | null {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new DomainError("tooLarge", "The request is too large.");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new DomainError("unsupportedType", "Send the body as application/json.");
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH")
    return invalidInput({ path: "address", message: "is not readable" });
  if (statusCode === 503) return busyRefusal(call);
  if (statusCode === 429) return new DomainError("tooMany", "Too many requests. Please wait a moment.");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return invalidInput({ path: "body", message: "is not readable JSON" });
  }
  return null;
}

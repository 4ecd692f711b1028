import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import { DomainError } from "../domainError.ts";
import { send } from "./errors.ts";

/** Records the routes that are added from now on, and returns the handler of other addresses and methods. */
export function answerOtherAddresses(app: FastifyInstance): RouteHandlerMethod {
  const routes: { segments: string[]; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    if (!url.includes("*")) routes.push({ segments: url.split("/"), methods: [method].flat() });
  });
  return (request, reply) => {
    const requestedPath = request.url.split("?", 1)[0]!.split("/");
    const methods = routes.flatMap((route) => (matches(route.segments, requestedPath) ? route.methods : []));
    if (methods.length === 0) return send(reply, new DomainError("notFound", "There is no such call."));
    const allowed = [...new Set(methods)].join(", ");
    reply.header("allow", allowed);
    return send(reply, new DomainError("wrongMethod", `Use ${allowed} for this address.`));
  };
}

function matches(segments: string[], path: string[]): boolean {
  return (
    segments.length === path.length &&
    segments.every((segment, index) =>
      segment.startsWith(":") ? path[index] !== "" : segment === path[index],
    )
  );
}

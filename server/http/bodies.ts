import type { FastifyInstance } from "fastify";

/**
 * Registers the JSON parser. An empty body counts as none. Keys that could reach the prototype of an object are left
 * out (docs/wire.md §1).
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parseJson(request, body, done),
  );
}

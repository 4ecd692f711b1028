/** Accepts only JSON as a body. multipart.ts reads forms with files. */
import type { FastifyInstance } from "fastify";

/**
 * Registers the JSON parser of the whole app. An empty body counts as no body, with any content type. Keys by which
 * JSON could reach the prototype of an object are left out, like all unknown keys (docs/wire.md §1).
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parseJson(request, body, done),
  );
}

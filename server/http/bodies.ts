/** What is taken as a body: JSON, and nothing that calls itself otherwise. Forms with files are multipart.ts's. */
import type { FastifyInstance } from "fastify";

/**
 * For the whole app. An empty body is no body, whatever type it is given. Keys by which JSON could reach the prototype
 * of an object are left out, as all keys are that nobody knows (docs/wire.md §1).
 */
export function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parseJson(request, body, done),
  );
}

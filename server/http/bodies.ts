import type { FastifyInstance } from "fastify";

/** Registers the JSON parser. It leaves out keys that could reach an object's prototype (docs/wire.md §1). */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parseJson(request, body, done),
  );
}

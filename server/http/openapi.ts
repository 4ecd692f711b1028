/** The API page: its document, and the reader that shows it. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { openapi } from "./openapiDocument.ts";
import type { Json } from "./openapiSchemas.ts";
import { product } from "./product.ts";

/**
 * Serves `/api/openapi.json`, and the same to read at `/api/docs`. Both are made when somebody first asks: to load the
 * reader takes 300 ms, for which no start has to wait.
 */
export function registerOpenapi(app: FastifyInstance, publicUrl: string): void {
  let document: Json | undefined;
  app.get("/api/openapi.json", async () => {
    document ??= openapi(publicUrl);
    return document;
  });
  let reader: Promise<FastifyInstance> | undefined;
  const read = async ({ url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reader ??= openReader();
    const { statusCode, headers, rawPayload } = await (await reader).inject(url);
    return reply.code(statusCode).headers(headers).send(rawPayload);
  };
  app.get("/api/docs", read);
  app.get("/api/docs/*", read);
}

async function openReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const reader = Fastify();
  await reader.register(scalar, {
    routePrefix: "/api/docs",
    configuration: {
      url: "/api/openapi.json",
      pageTitle: `API | ${product.name}`,
      theme: "default",
      withDefaultFonts: false,
      favicon: "/favicon.svg",
      telemetry: false,
      // Its maker's own services and buttons: nothing of this house is sent there.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
      hideClientButton: true,
    },
  });
  return reader;
}

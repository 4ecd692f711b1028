import { createHash } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { product } from "../product.ts";
import { openapi } from "./openapiDocument.ts";
import type { OpenApiNode } from "./openapiSchemas.ts";

/**
 * Serves `/api/openapi.json` and, if `hasReader`, its reader at `/api/docs`. The reader is loaded at the first request,
 * because that is slow.
 */
export function registerOpenapi(app: FastifyInstance, publicUrl: string, hasReader: boolean): void {
  let document: OpenApiNode | undefined;
  app.get("/api/openapi.json", async () => {
    document ??= openapi(publicUrl);
    return document;
  });
  if (!hasReader) return;
  let reader: Promise<FastifyInstance> | undefined;
  const serveReader = async ({ url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reader ??= openReader();
    const { statusCode, headers, rawPayload } = await (await reader).inject(url);
    return reply
      .code(statusCode)
      .headers(headers)
      .headers({ "content-security-policy": readerPolicy(String(headers["content-type"]), rawPayload) })
      .send(rawPayload);
  };
  app.get("/api/docs", serveReader);
  app.get("/api/docs/*", serveReader);
}

/**
 * The reader has our origin, whose storage holds session tokens, so it may run only our files and its own inline
 * scripts. It needs inline styles.
 */
function readerPolicy(type: string, page: Buffer): string {
  const hashes = type.startsWith("text/html") ? inlineScriptHashes(page.toString()) : [];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
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
      // Scalar's services would get data of this installation.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
      hideClientButton: true,
    },
  });
  return reader;
}

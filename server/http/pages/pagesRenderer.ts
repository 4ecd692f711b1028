/** The renderer is loaded at run time by its path, because the server does not import web/. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { Renderer, RendererParts, SiteFacts } from "../../../contract/pageRenderer.ts";
import { StartProblem } from "../../startProblem.ts";
import type { Services } from "../route.ts";

export type InnerFetch = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: { get(name: string): string | null }; json(): Promise<unknown> }>;

type InnerReply = Awaited<ReturnType<InnerFetch>>;

export type Replies = ReadonlyMap<string, InnerReply>;

/** A fetch that records its replies. */
export function recordingReplies(fetch: InnerFetch): { fetch: InnerFetch; replies: Replies } {
  const replies = new Map<string, InnerReply>();
  return {
    replies,
    fetch: async (path, init) => {
      const reply = await fetch(path, init);
      replies.set(path, reply);
      return reply;
    },
  };
}

/** A fetch that answers only from recorded replies. */
export function fetchFrom(replies: Replies): InnerFetch {
  return async (path) => {
    const reply = replies.get(path);
    if (reply === undefined) throw new Error(`No reply of ${path} was recorded.`);
    return reply;
  };
}

export type PageRenderer = Renderer<URL, Request, InnerFetch>;

/** Loads the renderer of a build. @throws StartProblem */
export async function loadRenderer(dist: string, parts: RendererParts): Promise<PageRenderer> {
  const file = join(dist, "server", "server.js");
  try {
    const manifest: unknown = JSON.parse(await readFile(join(dist, "client", "manifest.json"), "utf8"));
    const { createRenderer } = (await import(pathToFileURL(file).href)) as RendererBundle;
    return createRenderer({ ...parts, manifest });
  } catch (cause) {
    throw new StartProblem(
      `The web app is not built in ${dist}. Build it with npm run build. (${String(cause)})`,
    );
  }
}

/** The facts about this installation that pages know. */
export function siteFacts({
  publicUrl,
  supportPhone,
  policies,
  apiDocs,
}: Pick<Services, "publicUrl" | "supportPhone" | "policies" | "apiDocs">): SiteFacts {
  return { origin: publicUrl, supportPhone, policies, hasApiDocs: apiDocs };
}

/** The export of web/server.tsx. */
export interface RendererBundle {
  createRenderer(parts: RendererParts & { manifest: unknown }): PageRenderer;
}

/** A fetch that calls the app itself, without a network. */
export function innerFetch(app: FastifyInstance, remoteAddress: string): InnerFetch {
  return async (path, { method, headers, body }) => {
    // A reply keeps only these parts, because a cached page keeps its replies in memory.
    const {
      statusCode,
      headers: replyHeaders,
      payload,
    } = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path,
      headers,
      remoteAddress,
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: statusCode,
      headers: { get: (name) => replyHeaders[name.toLowerCase()]?.toString() ?? null },
      json: async () => JSON.parse(payload),
    };
  };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type FileCall,
  type FileName,
  type FileParamsOf,
  type FileQueryOf,
  fileCalls,
} from "../../contract/files.ts";
import { authorise, tokenOf } from "./calls.ts";
import { limitOf } from "./limits.ts";
import { parse } from "./parse.ts";
import type { Caller, Services } from "./route.ts";

export interface FileRequest<N extends FileName> extends Caller {
  params: FileParamsOf<N>;
  query: FileQueryOf<N>;
  token: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Registers one file or stream. */
export function registerFile<N extends FileName>(
  app: FastifyInstance,
  { name, sessions, passes }: { name: N } & Pick<Services, "sessions" | "passes">,
  answer: (fileRequest: FileRequest<N>) => Promise<FastifyReply | undefined>,
): void {
  const declared: FileCall = fileCalls[name];
  app.route({
    method: "GET",
    url: `/api/${name.replace(/\{(\w+)\}/g, ":$1")}`,
    config: limitOf(name),
    // A stream has no length for HEAD.
    exposeHeadRoute: !declared.types.includes("text/event-stream"),
    handler: async (request, reply) => {
      const token = tokenOf(request);
      return answer({
        ...(await authorise(declared, token, { sessions, passes })),
        params: parse(declared.params, request.params) as FileParamsOf<N>,
        query: parse(declared.query, request.query) as FileQueryOf<N>,
        token,
        request,
        reply,
      });
    },
  });
}

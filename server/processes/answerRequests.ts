/** The worker's side of a limited process (limitedProcess.ts): each request is answered, or refused with a sentence. */
import module from "node:module";
import { parentPort } from "node:worker_threads";
import type { Code } from "../../contract/endpoint.ts";
import { DomainError } from "../domainError.ts";

/** The outcome of a request: its answer, a refusal for the sender of the file, or an error of ours. */
export type WorkMessage<Answer> =
  | { readonly answer: Answer }
  | { readonly refusal: { readonly code: Code; readonly message: string } }
  | { readonly problem: string };

/** Answers every request of this thread with `answer`. The parent sends the next request after the answer. */
export function answerRequests<Request, Answer>(
  answer: (request: Request) => Answer | Promise<Answer>,
): void {
  // Node writes its compile cache at an exit (tools/nodeVersion.mjs), but this process will be killed. So write it now.
  module.flushCompileCache();
  parentPort!.on("message", (request: Request) => {
    void outcomeOf(() => answer(request)).then((outcome) => parentPort!.postMessage(outcome));
  });
}

async function outcomeOf<Answer>(work: () => Answer | Promise<Answer>): Promise<WorkMessage<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: { code: error.code, message: error.message } };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The worker's side of a limited process (limitedProcess.ts). */
import module from "node:module";
import { parentPort } from "node:worker_threads";
import type { Code } from "../../contract/endpoint.ts";
import { DomainError } from "../domainError.ts";

/** A refusal is a DomainError of the work; a problem is the message of any other error. */
export type WorkMessage<Answer> =
  | { readonly answer: Answer }
  | { readonly refusal: { readonly code: Code; readonly message: string } }
  | { readonly problem: string };

/** Answers the requests that limitedChild.ts sends to this thread. */
export function answerRequests<Request, Answer>(
  answer: (request: Request) => Answer | Promise<Answer>,
): void {
  // Node writes its compile cache at an exit, but this process is usually killed.
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

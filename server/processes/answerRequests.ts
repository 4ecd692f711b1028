/** The side of the work in a limited process (limitedProcess.ts): each request is answered, or refused in a sentence. */
import { parentPort } from "node:worker_threads";
import type { Code } from "../../contract/endpoint.ts";
import { DomainError } from "../domainError.ts";

/** What becomes of a request: its answer, a refusal for the sender of a file, or a fault of ours. */
export type WorkMessage<Answer> =
  | { readonly answer: Answer }
  | { readonly refusal: { readonly code: Code; readonly message: string } }
  | { readonly problem: string };

/** Answers every request of this thread's with `answer`, one at a time, as they come. */
export function answerRequests<Request, Answer>(
  answer: (request: Request) => Answer | Promise<Answer>,
): void {
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

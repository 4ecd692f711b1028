/**
 * How does Stripe's SDK speak HTTP? Over connections of undici's, which take about half of what `node:http` does for a
 * request (docs/decisions/dependencies.md). A reply is read whole before the SDK has it: nothing of ours is streamed, and
 * what breaks half-way is asked again like what was never answered.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";
import { Agent, type Dispatcher, errors } from "undici";

type Client = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>["httpClient"]>;
type Request = Dispatcher.DispatchOptions;
type Headers = ConstructorParameters<typeof Stripe.HttpClientResponse>[1];

const ends = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs `ask`; what it asks Stripe for is given up after `ms` in all: the first try, the retry, and a reply that never
 * ends. The SDK's own time-out is one of silence, for each try anew.
 */
export async function within<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), ms);
  try {
    return await ends.run(end.signal, ask);
  } finally {
    // A signal that still waits for its time keeps the whole reply.
    clearTimeout(timer);
  }
}

/** A client for the SDK's option `httpClient`, with connections of its own. */
export function createStripeHttp(): Client {
  // HTTP/2 is on by default, and would be spoken with Stripe alone: nothing here would have tested it. As many connections
  // as there are requests: one that waits for a connection is not yet timed, and a slow provider would hold up everybody.
  const agent = new Agent({ allowH2: false });
  return {
    getClientName: () => "undici",
    makeRequest: (host, port, path, method, headers, body, protocol, timeout) =>
      ask(agent, {
        origin: `${protocol}://${host}:${port}`,
        path,
        method: method as Request["method"],
        headers: headers as Record<string, string>,
        body: body === "" ? null : body,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      }),
  };
}

function ask(agent: Agent, request: Request): Promise<WholeReply> {
  const end = ends.getStore();
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    const giveUp = () => {
      reject(Stripe.HttpClient.makeTimeoutError());
      controller?.abort(new errors.RequestAbortedError());
    };
    if (end?.aborted) return giveUp();
    end?.addEventListener("abort", giveUp, { once: true });
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: Headers = {};
    agent.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        if (end?.aborted) giveUp();
      },
      onResponseStart(_controller, statusCode, told) {
        status = statusCode;
        headers = told as Headers;
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(new WholeReply(status, headers, Buffer.concat(chunks).toString("utf8"))),
      onResponseError: (_controller, error) =>
        reject(isTimeout(error) ? Stripe.HttpClient.makeTimeoutError() : error),
    });
  });
}

const isTimeout = (error: Error): boolean =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;

class WholeReply extends Stripe.HttpClientResponse {
  readonly #text: string;
  constructor(status: number, headers: Headers, text: string) {
    super(status, headers);
    this.#text = text;
  }
  /** The SDK puts the reply's headers on this, as its `lastResponse`. */
  override getRawResponse(): unknown {
    return {};
  }
  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(this.#text);
  }
}

/**
 * undici takes less CPU time than `node:http` (docs/decisions/dependencies.md). A reply is read completely, because the
 * SDK then retries a broken one like a missing one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";
import { Agent, type Dispatcher, errors } from "undici";

type Client = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>["httpClient"]>;
type Request = Dispatcher.DispatchOptions;
type Headers = ConstructorParameters<typeof Stripe.HttpClientResponse>[1];

const abortSignals = new AsyncLocalStorage<AbortSignal>();

/** Limits the total time of the requests of `ask`. The SDK's time-out only limits the wait for the next data. */
export async function withTimeLimit<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await abortSignals.run(controller.signal, ask);
  } finally {
    clearTimeout(timer);
  }
}

/** A client for the SDK's option `httpClient`. */
export function createStripeHttp(): Client {
  // The tests' fake Stripe does not speak HTTP/2. Connections are not limited, because the time-out does not run while
  // a request waits for one.
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
  const signal = abortSignals.getStore();
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    const rejectWithTimeout = () => {
      reject(Stripe.HttpClient.makeTimeoutError());
      controller?.abort(new errors.RequestAbortedError());
    };
    if (signal?.aborted) return rejectWithTimeout();
    signal?.addEventListener("abort", rejectWithTimeout, { once: true });
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: Headers = {};
    agent.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        if (signal?.aborted) rejectWithTimeout();
      },
      onResponseStart(_controller, statusCode, answer) {
        status = statusCode;
        headers = answer as Headers;
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
  /** The SDK writes into this object. */
  override getRawResponse(): unknown {
    return {};
  }
  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(this.#text);
  }
}

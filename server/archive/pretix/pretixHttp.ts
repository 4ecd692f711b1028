/**
 * Invariant: no connection is made to an address that is not public (except this machine, if `mayAskLoopback`). The
 * address is checked when connecting, because a host name may resolve to another one by then. Redirects are not
 * followed, compressed replies are refused. The token is sent to this origin alone, and no error contains it.
 */
import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import type { z } from "zod";
import type { BodyOf } from "../../../contract/all.ts";
import { isLoopback } from "../../config/addresses.ts";
import { DomainError, invalidInput } from "../../domainError.ts";
import { isPublicAddress } from "./publicAddress.ts";

export interface PretixLimits {
  /** Until one reply is complete. */
  replyMs: number;
  /** Until all replies are. */
  totalMs: number;
  replyBytes: number;
  totalBytes: number;
  pages: number;
}

const defaultLimits: PretixLimits = {
  replyMs: 20_000,
  totalMs: 120_000,
  replyBytes: 8 * 2 ** 20,
  totalBytes: 128 * 2 ** 20,
  pages: 200,
};

export interface PretixAccess {
  /** Whether this machine may be asked, also without https: for development and tests. */
  mayAskLoopback: boolean;
  limits?: Partial<PretixLimits>;
  lookup?: typeof systemLookup;
}

export type PretixSource = Pick<BodyOf<"event/fromPretix">, "url" | "token" | "organizer" | "event">;

export interface PretixHttp {
  event: <T>(shape: z.ZodType<T>) => Promise<T>;
  list: <T>(name: string, shape: z.ZodType<{ next: string | null; results: T[] }>) => Promise<T[]>;
  close: () => Promise<void>;
}

const maxWaits = 5;

const refusal = (path: "url" | "token" | "event", message: string) => invalidInput({ path, message });
const notPretix = () =>
  refusal("url", "The server at this address does not answer like pretix. Check the address.");
const notPublic = () => refusal("url", "This address is not a server of the public internet.");
const tooSlow = () =>
  refusal("url", "This pretix did not answer in time. Try again later, or import a file that it exports.");
const tooMuch = () =>
  refusal("url", "This pretix answers with more than one event needs. Import a file that it exports.");

class AddressRefused extends Error {}

/** Sends no request yet. @throws invalidInput for an address that must not be asked. */
export function openPretix(source: PretixSource, access: PretixAccess): PretixHttp {
  const origin = originOf(source.url, access);
  const limits = { ...defaultLimits, ...access.limits };
  const mayConnect = (address: string) =>
    isPublicAddress(address) || (access.mayAskLoopback && isLoopback(address));
  const resolve = access.lookup ?? systemLookup;
  const lookup: LookupFunction = (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (first === undefined) callback(new AddressRefused(), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  const agent = new Agent({ allowH2: false, connect: { lookup, timeout: limits.replyMs }, connections: 1 });
  const total = AbortSignal.timeout(limits.totalMs);
  let bytesLeft = limits.totalBytes;
  const { organizer, event } = source;
  const base = `/api/v1/organizers/${encodeURIComponent(organizer)}/events/${encodeURIComponent(event)}/`;

  async function request(path: string): Promise<{ status: number; retryAfter: string; text: string }> {
    const signal = AbortSignal.any([total, AbortSignal.timeout(limits.replyMs)]);
    try {
      const { statusCode, headers, body } = await agent.request({
        origin,
        path: base + path,
        method: "GET",
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          authorization: `Token ${source.token}`,
        },
        signal,
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        bytesLeft -= chunk.length;
        // Leaving the loop destroys the reply.
        if (size > limits.replyBytes || bytesLeft < 0) throw tooMuch();
        chunks.push(chunk);
      }
      const isCompressed = headers["content-encoding"] !== undefined;
      return {
        status: statusCode,
        retryAfter: String(headers["retry-after"] ?? ""),
        text: isCompressed ? "" : Buffer.concat(chunks).toString("utf8"),
      };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (error instanceof AddressRefused) throw notPublic();
      if (signal.aborted) throw tooSlow();
      throw refusal("url", "This address cannot be reached. Check it, or try again later.");
    }
  }

  async function ask<T>(path: string, shape: z.ZodType<T>, thing: string): Promise<T> {
    for (let waits = 0; ; waits++) {
      const { status, retryAfter, text } = await request(path);
      if (status === 429) {
        const seconds = /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) : Number.POSITIVE_INFINITY;
        // Give up also if pretix states no time, or a longer one than we may wait.
        if (waits === maxWaits || seconds * 1000 >= limits.totalMs)
          throw new DomainError(
            "busy",
            "pretix accepts no more requests at the moment. Please try again in some minutes.",
          );
        await wait(seconds * 1000, undefined, { signal: total }).catch(() => {
          throw tooSlow();
        });
        continue;
      }
      if (status >= 300 && status < 400)
        throw refusal(
          "url",
          "This address leads to another one. Enter the address that the browser shows there.",
        );
      if (status === 401) throw refusal("token", "pretix does not know this token.");
      const answer = jsonOf(text);
      if (answer === undefined && status < 500) throw notPretix();
      if (status === 403 || status === 404) {
        if (thing === "event")
          throw refusal("event", "pretix has no such event of this organizer, or the token may not see it.");
        throw refusal(
          "token",
          `The token may not read the ${thing} of this event. Change its team in pretix.`,
        );
      }
      if (status >= 500)
        throw new DomainError("busy", "pretix has an error at the moment. Please try again in some minutes.");
      const checked = shape.safeParse(answer);
      if (status !== 200 || !checked.success) throw notPretix();
      return checked.data;
    }
  }

  return {
    event: (shape) => ask("", shape, "event"),
    async list(name, shape) {
      const entries = [];
      // The address in `next` is not requested, because the other server chose it.
      for (let page = 1; ; page++) {
        if (page > limits.pages) throw tooMuch();
        const option = name === "orders" ? "&include_canceled_positions=true" : "";
        const { next, results } = await ask(`${name}/?page_size=50&page=${page}${option}`, shape, name);
        entries.push(...results);
        if (next === null || results.length === 0) return entries;
      }
    },
    close: () => agent.destroy(),
  };
}

function originOf(text: string, { mayAskLoopback }: PretixAccess): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refusal("url", "Enter the address of pretix, such as https://pretix.eu.");
  if (url.username !== "" || url.password !== "")
    throw refusal("url", "Enter the address without a user name and a password.");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isLocal = isLoopback(host);
  if (isLocal && mayAskLoopback) return url.origin;
  if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) throw notPublic();
  if (url.protocol !== "https:") throw refusal("url", "The address must begin with https://.");
  if (url.port !== "") throw refusal("url", "Enter the address without a port.");
  return url.origin;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

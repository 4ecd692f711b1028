/**
 * Doors have a client of their own: the app's redirects to sign-in when a session ends, but a device must continue to
 * scan.
 */
import type { z } from "zod";
import type { doorCalls } from "../../contract/calls/door.ts";
import type { Call } from "../../contract/endpoint.ts";
import { anySignal } from "../lib/anySignal.ts";

type Calls = typeof doorCalls;
type DoorCallName =
  `door/${"getDoor" | "getCopy" | "getChanges" | "sync" | "search" | "sell" | "closeSale" | "undoSale" | "getTill"}`;
type InputOf<N extends DoorCallName> =
  Calls[N] extends Call<"POST", z.ZodType, infer B>
    ? z.input<B>
    : Calls[N] extends Call<"GET", infer Q>
      ? z.input<Q>
      : never;
type PayloadOf<N extends DoorCallName> = z.output<Calls[N]["payload"]>;

export interface DoorRefusal {
  readonly code: string;
  readonly msg: string;
  readonly payload: unknown;
}

/** A failed call. Status 0: no answer, or a successful one without a payload. */
export class DoorCallError extends Error {
  readonly status: number;
  /** Null if no refusal of our server could be read. */
  readonly refusal: DoorRefusal | null;

  constructor(status: number, refusal: DoorRefusal | null = null) {
    super(`The door's server answered with ${status}.`);
    this.name = "DoorCallError";
    this.status = status;
    this.refusal = refusal;
  }
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly key?: string;
}

/** Calls the server. Throws DoorCallError. */
export type AskDoor = <N extends DoorCallName>(
  name: N,
  input: Omit<InputOf<N>, "eventId">,
  options: AskOptions,
) => Promise<PayloadOf<N>>;

const postCalls: readonly DoorCallName[] = ["door/sync", "door/sell", "door/closeSale", "door/undoSale"];

export function askDoor({
  eventId,
  token,
}: {
  readonly eventId: number;
  readonly token: () => string | null;
}): AskDoor {
  return async (name, input, { signal, timeoutMs, key }) => {
    const request = { eventId, ...input };
    const isPosted = postCalls.includes(name);
    const query = new URLSearchParams(
      Object.entries(request).map(([field, value]): [string, string] => [field, String(value)]),
    );
    const headers: Record<string, string> = { accept: "application/json", "x-suppress-toasts": "true" };
    const currentToken = token();
    if (currentToken !== null) headers.authorization = currentToken;
    if (isPosted) headers["content-type"] = "application/json";
    if (key !== undefined) headers["idempotency-key"] = key;
    const timeoutSignal = anySignal(signal, AbortSignal.timeout(timeoutMs));
    const answer = await fetch(`/api/${name}${isPosted ? "" : `?${query}`}`, {
      method: isPosted ? "POST" : "GET",
      headers,
      ...(isPosted && { body: JSON.stringify(request) }),
      signal: timeoutSignal,
      cache: "no-store",
    }).catch(() => null);
    if (answer === null) throw new DoorCallError(0);
    const content: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw new DoorCallError(answer.status, refusalIn(content));
    // The sign-in page of a hotel's network may answer any request with status 200.
    if (typeof content !== "object" || content === null || !("payload" in content))
      throw new DoorCallError(0);
    // Not validated here, because the server filters its replies by the contract.
    return content.payload as PayloadOf<typeof name>;
  };
}

function refusalIn(content: unknown): DoorRefusal | null {
  if (typeof content !== "object" || content === null) return null;
  const { code, msg, payload = null }: Record<string, unknown> = { ...content };
  return typeof code === "string" && typeof msg === "string" ? { code, msg, payload } : null;
}

/**
 * The calls of a device at a door. They are apart from the app's own client, which leads to signin when a session ends:
 * a device goes on scanning then.
 */
import type { z } from "zod";
import type { doorCalls } from "../../contract/door.ts";
import type { Call } from "../../contract/endpoint.ts";
import { anySignal } from "../lib/anySignal.ts";
import type { OpenDoor } from "./device.ts";

type DoorCalls = typeof doorCalls;
type Called = Extract<
  keyof DoorCalls,
  "door/getDoor" | "door/getCopy" | "door/getChanges" | "door/search" | "door/sync"
>;
type InputOf<N extends Called> =
  DoorCalls[N] extends Call<"POST", z.ZodType, infer B>
    ? z.input<B>
    : DoorCalls[N] extends Call<"GET", infer Q>
      ? z.input<Q>
      : never;
type PayloadOf<N extends Called> = z.output<DoorCalls[N]["payload"]>;

/** A call that was not answered with what was asked for; status 0: not answered at all. */
export class NotAnswered extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The door's server answered with ${status}.`);
    this.name = "NotAnswered";
    this.status = status;
  }
}

/** Asks the server. Throws NotAnswered. */
export type AskDoor = <N extends Called>(
  name: N,
  input: Omit<InputOf<N>, "eventId">,
  options: { signal: AbortSignal; patienceMs: number },
) => Promise<PayloadOf<N>>;

/** The calls of one event, with the token of the moment. */
export function askDoor({ eventId, token }: OpenDoor): AskDoor {
  return async (name, input, { signal, patienceMs }) => {
    const given = { eventId, ...input };
    const isSync = name === "door/sync";
    const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
    const headers: Record<string, string> = { accept: "application/json", "x-suppress-toasts": "true" };
    const known = token();
    if (known !== null) headers.authorization = known;
    if (isSync) headers["content-type"] = "application/json";
    const until = anySignal(signal, AbortSignal.timeout(patienceMs));
    const answer = await fetch(`/api/${name}${isSync ? "" : `?${query}`}`, {
      method: isSync ? "POST" : "GET",
      headers,
      ...(isSync && { body: JSON.stringify(given) }),
      signal: until,
      cache: "no-store",
    }).catch(() => null);
    if (answer === null) throw new NotAnswered(0);
    if (!answer.ok) throw new NotAnswered(answer.status);
    const content: unknown = await answer.json().catch(() => null);
    // A hotel's sign-in page answers everything with 200.
    if (typeof content !== "object" || content === null || !("payload" in content)) throw new NotAnswered(0);
    // The reply's shape is the contract's word: the server filters every reply by it.
    return content.payload as PayloadOf<typeof name>;
  };
}

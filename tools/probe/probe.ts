/** The probe also makes orders, because pages may open while one of several nodes refuses every order. */
import { randomUUID } from "node:crypto";
import type { BodyInput, CallName, PayloadOf } from "../../contract/all.ts";

/** A free ticket has no step "order". */
export const probeSteps = ["event", "hold", "people", "order", "release"] as const;
export type ProbeStep = (typeof probeSteps)[number];

export interface StepResult {
  readonly tried: number;
  readonly longestMs: number;
  readonly failures: readonly string[];
}

/** No mail is sent to this address, because nothing is bought. */
const person = { firstName: "Probe", lastName: "Probe", email: "probe@example.org" };

/**
 * Reserves a place `rounds` times and releases it. If a write fails once in four times, two runs of four rounds with
 * three writes each miss that once in 1,000 times (0.75 to the 24th).
 */
export async function probe(
  event: URL,
  { rounds = 4, timeoutMs = 10_000 }: { rounds?: number; timeoutMs?: number } = {},
): Promise<Record<ProbeStep, StepResult>> {
  const results = Object.fromEntries(
    probeSteps.map((step) => [step, { tried: 0, longestMs: 0, failures: [] as string[] }]),
  ) as Record<ProbeStep, { tried: number; longestMs: number; failures: string[] }>;

  /** Runs a step and records its result. Resolves to null after a failure. */
  const attempt = async <T>(step: ProbeStep, act: () => Promise<T>): Promise<T | null> => {
    const result = results[step];
    const startedAt = performance.now();
    result.tried += 1;
    try {
      return await act();
    } catch (error) {
      result.failures.push(sentenceOf(error));
      return null;
    } finally {
      result.longestMs = Math.max(result.longestMs, performance.now() - startedAt);
    }
  };
  for (let round = 0; round < rounds; round++)
    await buyOnce(callerOf(event, timeoutMs), slugOf(event), attempt);
  return results;
}

type Attempt = <T>(step: ProbeStep, act: () => Promise<T>) => Promise<T | null>;

async function buyOnce({ read, write }: Caller, slug: string, attempt: Attempt): Promise<void> {
  const choice = await attempt("event", async () => {
    const event = await read<"event/getEventBySlug">(`event/getEventBySlug?slug=${encodeURIComponent(slug)}`);
    const tickets = await read<"ticket/getTicketsByEventId">(
      `ticket/getTicketsByEventId?eventId=${event.id}`,
    );
    const ticket = tickets.find(({ currentStock }) => currentStock > 0);
    if (ticket === undefined) throw new Error("The event has no ticket type with a place left.");
    return { eventId: event.id, ticketId: ticket.id };
  });
  if (choice === null) return;
  const hold = await attempt("hold", () =>
    write("registration/initRegistration", {
      eventId: choice.eventId,
      tickets: [{ ticketId: choice.ticketId, quantity: 1 }],
      userTimezone: "UTC",
    }),
  );
  if (hold === null) return;
  const { quote, accessKey } = hold;
  const proof = { registrationId: hold.registration.id, accessKey };
  const attendees = [{ ...person, ticketId: choice.ticketId, isPrimary: true }];
  const savedPeople = await attempt("people", () => write("registration/save", { ...proof, attendees }));
  if (savedPeople !== null && quote.totalAmount > 0)
    await attempt("order", () => write("order/createOrder", { ...proof, totalAmount: quote.totalAmount }));
  await attempt("release", () => write("registration/releaseHold", proof));
}

interface Caller {
  read<N extends CallName>(path: string): Promise<PayloadOf<N>>;
  write<N extends CallName>(name: N, body: BodyInput<N>): Promise<PayloadOf<N>>;
}

function callerOf({ origin }: URL, timeoutMs: number): Caller {
  const callApi = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(`${origin}/api/${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${messageOf(text)}`.trim());
    return (JSON.parse(text) as { payload: never }).payload;
  };
  return {
    read: (path) => callApi(path),
    write: (name, body) =>
      callApi(name, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify(body),
      }),
  };
}

function slugOf(event: URL): string {
  return decodeURIComponent(event.pathname.split("/").findLast((part) => part !== "") ?? "");
}

/** Foyer's error message, or an empty text. */
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { msg?: string }).msg ?? "";
  } catch {
    return "";
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return error.message + cause;
}

/**
 * An event's figures as they move, from the server's stream. Invariant: it comes back by itself after a lost
 * connection, ever more seldom, and stops for good where the server says no.
 */
import type { Figures } from "../../../contract/checkin.ts";
import { eventReader } from "./serverSentEvents.ts";

/** `live`: what is shown is what there is; `waiting`: the connection is away; `off`: the server said no. */
export type LiveState = "waiting" | "live" | "off";

interface Following {
  address: string;
  token: string;
  /** Ends it. */
  signal: AbortSignal;
  onFigures: (figures: Figures) => void;
  onState: (state: LiveState) => void;
  /** The session has ended (440): whoever signs out must know. */
  onExpired: () => void;
  fetch?: typeof fetch;
  /** Waits before the next try; a test does not. */
  pause?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

/** The first pause is a second, the longest half a minute. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Follows until the signal ends it. */
export async function followFigures(following: Following): Promise<void> {
  const { signal, onState, pause = pauseFor } = following;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const outcome = await readOnce(following).catch(() => "lost" as const);
    if (signal.aborted) return;
    if (outcome === "refused") return onState("off");
    onState("waiting");
    if (outcome === "ended") pauseMs = firstPauseMs;
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

async function readOnce(following: Following): Promise<"ended" | "lost" | "refused"> {
  const { address, token, signal, onFigures, onState, onExpired } = following;
  const ask = following.fetch ?? fetch;
  const response = await ask(address, { headers: { authorization: token }, signal });
  if (response.status === 440) onExpired();
  // What is busy now may not be later; everything else stays refused.
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return "refused";
  if (!response.ok || response.body === null) return "lost";
  const read = eventReader();
  for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return "ended";
    for (const { event, data } of read(value)) {
      if (event !== "figures") continue;
      onState("live");
      // The server's word, as for every reply (web/api/client.ts).
      onFigures(JSON.parse(data) as Figures);
    }
  }
}

function pauseFor(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, delayMs);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

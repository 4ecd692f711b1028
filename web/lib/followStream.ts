import { eventReader, type SentEvent } from "./serverSentEvents.ts";
import { sleep } from "./sleep.ts";

/** `waiting`: another attempt follows. `off`: the server refused. */
export type LiveState = "waiting" | "live" | "off";

export interface FollowStreamOptions {
  address: string;
  token: string;
  signal: AbortSignal;
  onEvent: (event: SentEvent) => void;
  onState: (state: LiveState) => void;
  /** The session has ended (440). */
  onExpired: () => void;
  fetch?: typeof fetch;
  pause?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/** Reconnects with growing pauses, until the signal aborts or the server refuses (4xx except 429). */
export async function followStream(options: FollowStreamOptions): Promise<void> {
  const { signal, onState, pause = sleep } = options;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const onAccepted = () => {
      pauseMs = firstPauseMs;
    };
    const isRefused = await readOnce(options, onAccepted).catch(() => false);
    if (signal.aborted) return;
    if (isRefused) return onState("off");
    onState("waiting");
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, maxPauseMs);
  }
}

/** True if the server has refused for good. */
async function readOnce(options: FollowStreamOptions, onAccepted: () => void): Promise<boolean> {
  const { address, token, signal, onEvent, onState, onExpired } = options;
  const fetchStream = options.fetch ?? fetch;
  const response = await fetchStream(address, { headers: { authorization: token }, signal });
  if (response.status === 440) onExpired();
  // 429: a busy server may accept later.
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return true;
  if (!response.ok || response.body === null) return false;
  onAccepted();
  onState("live");
  const parse = eventReader();
  for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return false;
    for (const event of parse(value)) onEvent(event);
  }
}

/**
 * Notifies subscribers when an event's figures change. The database sends a NOTIFY in the transaction of the change.
 * Invariant: nobody is notified more than once a second, and nobody misses the last change: changes within that second
 * are notified at its end.
 */

/** The used part of db/listen.ts; a null payload means that notifications may have been missed. */
export interface FiguresListener {
  on(channel: string, subscriber: (payload: string | null) => void): Promise<void>;
}

/** Runs something after a delay; a test passes its own. */
export type Schedule = (run: () => void, delayMs: number) => void;

export interface LiveFigures {
  /** Calls `told` when the event's figures change, until the returned function is called. */
  watch(eventId: number, told: () => void): () => void;
}

const restMs = 1_000;

interface Watched {
  watchers: Set<() => void>;
  /** Notified within the last second; `isDue` if something changed since. */
  isResting: boolean;
  isDue: boolean;
}

const soon: Schedule = (run, delayMs) => void setTimeout(run, delayMs).unref();

/** Starts listening. Other channels whose payload is an event id can be watched in the same way. */
export async function openLiveFigures(
  listener: FiguresListener,
  { later = soon, channel = "event_figures" }: { later?: Schedule; channel?: string } = {},
): Promise<LiveFigures> {
  const events = new Map<number, Watched>();
  await listener.on(channel, (payload) => {
    if (payload === null) for (const event of events.values()) moved(event);
    else moved(events.get(Number(payload)));
  });
  return {
    watch(eventId, answer) {
      const event = events.get(eventId) ?? { watchers: new Set(), isResting: false, isDue: false };
      events.set(eventId, event);
      event.watchers.add(answer);
      return () => {
        event.watchers.delete(answer);
        if (event.watchers.size === 0 && events.get(eventId) === event) events.delete(eventId);
      };
    },
  };

  function moved(event: Watched | undefined): void {
    if (event === undefined) return;
    event.isDue = true;
    if (!event.isResting) tell(event);
  }

  function tell(event: Watched): void {
    event.isResting = event.isDue;
    if (!event.isDue) return;
    event.isDue = false;
    for (const answer of event.watchers) answer();
    later(() => tell(event), restMs);
  }
}

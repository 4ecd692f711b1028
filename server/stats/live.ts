/** Invariant: a watcher is called at most once a second, and also after the last change. */

/** A null payload means that notifications may have been missed. */
export interface FiguresListener {
  on(channel: string, subscriber: (payload: string | null) => void): Promise<void>;
}

export type Schedule = (run: () => void, delayMs: number) => void;

export interface LiveFigures {
  /** Calls `onChange` when the figures may have changed, until the returned function is called. */
  watch(eventId: number, onChange: () => void): () => void;
}

const pauseMs = 1_000;

interface WatchedEvent {
  watchers: Set<() => void>;
  isPaused: boolean;
  /** Whether something changed after the last call. */
  isDue: boolean;
}

const afterDelay: Schedule = (run, delayMs) => void setTimeout(run, delayMs).unref();

/** Starts listening to a channel whose payload is an event id. */
export async function openLiveFigures(
  listener: FiguresListener,
  { later = afterDelay, channel = "event_figures" }: { later?: Schedule; channel?: string } = {},
): Promise<LiveFigures> {
  const events = new Map<number, WatchedEvent>();
  await listener.on(channel, (payload) => {
    if (payload === null) for (const event of events.values()) markChanged(event);
    else markChanged(events.get(Number(payload)));
  });
  return {
    watch(eventId, onChange) {
      const event = events.get(eventId) ?? { watchers: new Set(), isPaused: false, isDue: false };
      events.set(eventId, event);
      event.watchers.add(onChange);
      return () => {
        event.watchers.delete(onChange);
        if (event.watchers.size === 0 && events.get(eventId) === event) events.delete(eventId);
      };
    },
  };

  function markChanged(event: WatchedEvent | undefined): void {
    if (event === undefined) return;
    event.isDue = true;
    if (!event.isPaused) notify(event);
  }

  function notify(event: WatchedEvent): void {
    // If nothing changed since the last call, the pause ends.
    event.isPaused = event.isDue;
    if (!event.isDue) return;
    event.isDue = false;
    for (const onChange of event.watchers) onChange();
    later(() => notify(event), pauseMs);
  }
}

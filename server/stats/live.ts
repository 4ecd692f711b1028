/**
 * Notifies subscribers when an event's figures have changed, or may have. The database sends a NOTIFY in the
 * transaction of the change.
 * Invariant: a subscriber is notified at most once a second, and does not miss the last change: changes within the
 * second after a notification are notified at its end.
 */

/** The used part of db/listen.ts; a null payload means that notifications may have been missed. */
export interface FiguresListener {
  on(channel: string, subscriber: (payload: string | null) => void): Promise<void>;
}

/** Runs something after a delay; a test passes its own. */
export type Schedule = (run: () => void, delayMs: number) => void;

export interface LiveFigures {
  /** Calls `onChange` when the event's figures have changed, or may have, until the returned function is called. */
  watch(eventId: number, onChange: () => void): () => void;
}

const pauseMs = 1_000;

interface WatchedEvent {
  watchers: Set<() => void>;
  /** Whether the watchers were notified within the last second. */
  isPaused: boolean;
  /** Whether something changed after the last notification. */
  isDue: boolean;
}

const afterDelay: Schedule = (run, delayMs) => void setTimeout(run, delayMs).unref();

/** Starts listening. Other channels whose payload is an event id can be watched in the same way. */
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
    // If nothing changed since the last notification, the pause ends.
    event.isPaused = event.isDue;
    if (!event.isDue) return;
    event.isDue = false;
    for (const onChange of event.watchers) onChange();
    later(() => notify(event), pauseMs);
  }
}

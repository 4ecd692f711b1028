/**
 * Staff tell everybody who registered about a changed name, time or place. Invariant: a change is told once, also if
 * two people press the button together: the event's lock comes first, and what was told is forgotten with the mails.
 * Lock order: event.
 */
import { type EventTime, formatEventTime, localDay } from "../../contract/rules/eventTime.ts";
import type { HeadChange } from "../../contract/shapes/eventChange.ts";
import { record } from "../audit/rows.ts";
import { type Idempotency, once } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import { type EventRow, lockEvent, updateEvent } from "../events/rows.ts";
import { hasChangeToTell } from "../events/told.ts";
import { queueBulkMails } from "../mail/bulk.ts";
import { recipientsOfEvent } from "./recipients.ts";

/** The changes, the number of addresses, and the number of queued mails. */
export interface ToldChange {
  changes: HeadChange[];
  recipients: number;
  sent: number;
}

/** The actor, the time and the idempotency key; a control may read the event without its lock. */
interface TellContext {
  actor: string;
  now: Date;
  idempotency: Idempotency | null;
  lock?: typeof lockEvent;
}

/** Tells the change, or with `dryRun` only finds it. Throws nothingToTell if there is none, or nobody to tell. */
export function tellChange(
  db: Db,
  { eventId, dryRun }: { eventId: number; dryRun: boolean },
  { actor, now, idempotency, lock = lockEvent }: TellContext,
): Promise<ToldChange> {
  return inTransaction(db, (tx) =>
    once(tx, dryRun ? null : idempotency, async () => {
      const event = await lock(tx, eventId);
      if (event === undefined) throw notFound("event");
      const changes = hasChangeToTell(event, now) ? changesOfHead(event) : [];
      const addresses = changes.length === 0 ? [] : await addressesToTell(tx, event);
      if (addresses.length === 0)
        throw new DomainError(
          "nothingToTell",
          "There is nothing to tell: nobody who registered knows another name, time or place.",
        );
      const recipients = addresses.length;
      if (dryRun) return { changes, recipients, sent: 0 };
      const sent = await queueBulkMails(
        tx,
        addresses.map((email) => ({
          key: `changed:${eventId}:${event.version}:${email}`,
          kind: "eventChanged" as const,
          recipient: email,
          payload: { eventId, changes },
        })),
        now,
      );
      await updateEvent(tx, eventId, { told: null });
      const detail = { changes, recipients: sent };
      await record(tx, [
        { actor, eventId, entity: "event", entityId: eventId, action: "changeTold", detail },
      ]);
      return { changes, recipients, sent };
    }),
  );
}

async function addressesToTell(tx: Tx, { id, told }: EventRow): Promise<string[]> {
  const { rows } = await recipientsOfEvent(id, new Date(told!.changedAt)).execute(tx);
  return rows.map(({ email }) => email);
}

/** The changes since people were last told, in the words that they read. Pure. */
function changesOfHead(event: EventRow): HeadChange[] {
  const { told } = event;
  if (told === null) return [];
  const { isAllDay, showEndTime, dateFormat } = configOf(event);
  const words = (time: Pick<EventTime, "start" | "end" | "timeZone">) =>
    formatEventTime({ ...time, isAllDay, showEndTime, dateFormat });
  const [before, after] = [
    words(told),
    words({ start: event.start_datetime, end: event.end_datetime, timeZone: event.time_zone }),
  ];
  const isOtherDay = localDay(told.start, told.timeZone) !== localDay(event.start_datetime, event.time_zone);
  const withZone = ({ text, zoneLabel }: typeof before) => `${text}, ${zoneLabel}`;
  const changes: HeadChange[] = [
    { what: "name", before: told.name, after: event.name },
    {
      what: "time",
      before: withZone(before),
      after: withZone(after),
      ...(isOtherDay && { isOtherDay }),
    },
    { what: "place", before: told.location, after: event.location },
  ];
  return changes.filter((change) => change.before !== change.after);
}

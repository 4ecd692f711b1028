/**
 * Invariant: a change is mailed once, also after two concurrent requests. The event is locked first, and `told`, which
 * has what people know, is cleared in the transaction that queues the mails. Lock order: event.
 */
import { sql } from "kysely";
import { type EventTime, formatEventTime, localDay } from "../../contract/rules/time/eventTime.ts";
import type { HeadChange } from "../../contract/shapes/eventChange.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import type { KnownHead } from "../db/schema/events.ts";
import { DomainError, notFound } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import { type EventRow, lockEvent, updateEvent } from "../events/rows.ts";
import { canTellChanges, knownHeads } from "../events/told.ts";
import { queueBulkMails } from "../mail/bulk.ts";
import { recipientsOfEvent } from "./recipients.ts";

/** `changes` are those of the largest group; `sent` counts the queued mails. */
export interface ToldChange {
  changes: HeadChange[];
  recipients: number;
  sent: number;
}

interface TellContext extends CallContext {
  actor: string;
  lock?: typeof lockEvent;
}

/** Mails the change, or with `dryRun` only finds it. Throws nothingToTell if nobody gets a mail. */
export function tellChange(
  db: Db,
  { eventId, dryRun }: { eventId: number; dryRun: boolean },
  { actor, now, idempotency, lock = lockEvent }: TellContext,
): Promise<ToldChange> {
  return onceInTransaction(db, dryRun ? null : idempotency, async (tx) => {
    const event = await lock(tx, eventId);
    if (event === undefined) throw notFound("event");
    const groups = await groupsToTell(tx, event, now);
    const [largest] = groups;
    if (largest === undefined)
      throw new DomainError(
        "nothingToTell",
        "Everybody who registered already knows the current name, time and place.",
      );
    const { changes } = largest;
    const recipients = groups.reduce((sum, { addresses }) => sum + addresses.length, 0);
    if (dryRun) return { changes, recipients, sent: 0 };
    const sent = await queueBulkMails(
      tx,
      groups.flatMap((group) =>
        group.addresses.map((email) => ({
          key: `changed:${eventId}:${event.version}:${email}`,
          kind: "eventChanged" as const,
          recipient: email,
          payload: { eventId, changes: group.changes },
        })),
      ),
      now,
    );
    await updateEvent(tx, eventId, { told: null });
    const detail = { changes, recipients: sent };
    await record(tx, entryOfEvent(eventId, { actor, action: "changeTold", detail }));
    return { changes, recipients, sent };
  });
}

/** People who know the same name, time and place, and the changes since. */
interface RecipientGroup {
  changes: HeadChange[];
  addresses: string[];
}

/** Whether somebody would get a mail from `tellChange`. */
export async function hasChangeToTell(db: Db, event: EventRow, now: Date): Promise<boolean> {
  const heads = canTellChanges(event, now) ? knownHeads(event) : [];
  // A head (name, time, place) is known by those who registered between the change before it and its own.
  const periods = heads.flatMap((head, index) =>
    changesSince(head, event).length === 0
      ? []
      : [
          sql<boolean>`("lastRegisteredAt" > ${heads[index - 1]?.changedAt ?? "-infinity"}::timestamptz
            and "lastRegisteredAt" <= ${head.changedAt}::timestamptz)`,
        ],
  );
  if (periods.length === 0) return false;
  const { rows } = await sql<{ isAnybody: boolean }>`select exists (
    select from (${recipientsOfEvent(event.id)}) as recipients where ${sql.join(periods, sql` or `)}
  ) as "isAnybody"`.execute(db);
  return rows[0]!.isAnybody;
}

/** The largest group comes first. */
async function groupsToTell(db: Db, event: EventRow, now: Date): Promise<RecipientGroup[]> {
  const heads = canTellChanges(event, now) ? knownHeads(event) : [];
  if (heads.length === 0) return [];
  const { rows } = await recipientsOfEvent(event.id).execute(db);
  const people = Map.groupBy(rows, ({ lastRegisteredAt }) =>
    heads.find(({ changedAt }) => lastRegisteredAt <= new Date(changedAt)),
  );
  return heads
    .map((head) => ({
      changes: changesSince(head, event),
      addresses: (people.get(head) ?? []).map(({ email }) => email),
    }))
    .filter(({ changes, addresses }) => changes.length > 0 && addresses.length > 0)
    .sort((one, other) => other.addresses.length - one.addresses.length);
}

function changesSince(known: KnownHead, event: EventRow): HeadChange[] {
  const { isAllDay, showEndTime, dateFormat } = configOf(event);
  const words = (time: Pick<EventTime, "start" | "end" | "timeZone">) =>
    formatEventTime({ ...time, isAllDay, showEndTime, dateFormat });
  const [before, after] = [
    words(known),
    words({ start: event.start_datetime, end: event.end_datetime, timeZone: event.time_zone }),
  ];
  const isOtherDay =
    localDay(known.start, known.timeZone) !== localDay(event.start_datetime, event.time_zone);
  const withZone = ({ text, zoneLabel }: typeof before) => `${text}, ${zoneLabel}`;
  const changes: HeadChange[] = [
    { what: "name", before: known.name, after: event.name },
    {
      what: "time",
      before: withZone(before),
      after: withZone(after),
      ...(isOtherDay && { isOtherDay }),
    },
    { what: "place", before: known.location, after: event.location },
  ];
  return changes.filter((change) => change.before !== change.after);
}

/**
 * Saves events (docs/product.md §5, docs/wire.md §4). Invariant: a slug leads to one event, by a primary key. Lock
 * order: event first, then what `moveDependentTimes` and triggers change.
 */
import type { PayloadOf, QueryOf } from "../../contract/all.ts";
import { isReservedSlug, slugFrom } from "../../contract/rules/slug.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Event, EventInput } from "../../contract/shapes/event.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { newEventKey } from "../documents/qrSignature.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { queueImageRemoval } from "../media/keepImage.ts";
import { type NewEventValues, requireCapacityForAll, requireValidEvent } from "./change.ts";
import { hasBuyers } from "./dependents.ts";
import { eventEndOf, presentWholeEvent } from "./present.ts";
import {
  type EventChange,
  type EventRow,
  insertEvent,
  lockEvent,
  shownEventById,
  slugOwner,
  slugsLike,
  updateEvent,
} from "./rows.ts";
import { maxSlugLength, slugOfText } from "./slugOfText.ts";
import { toldAfterChange } from "./told.ts";

export interface SaveContext extends CallContext {
  actor: string;
  /** Throws if a price cannot be paid in the event's new currency. */
  requirePayableIn?: (tx: Tx, eventId: number, currency: Currency) => Promise<void>;
  /** Moves times that depend on the end of the event; `from` and `to` are its ends. */
  moveDependentTimes?: (tx: Tx, eventId: number, from: Date, to: Date) => Promise<void>;
}

/** An empty `slug` is made from the name. `More` is what `andThen` adds to the reply. */
export interface NewEventInput<More extends object = object> extends SaveContext {
  draft: NewEventValues;
  slug: string | null | undefined;
  /** Runs in the same transaction. */
  andThen?: (tx: Tx, eventId: number) => Promise<More>;
  /** Writes nothing. The event of the reply has the id 0. */
  dryRun?: boolean;
  /** How often to try while other requests take the slug. */
  attempts?: number;
}

class DryRun<Reply> extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super("Nothing is written in a dry run.");
    this.reply = reply;
  }
}

/**
 * Creates an event.
 * @throws slugTaken if the requested slug is reserved or leads to another event
 */
export async function createEvent<More extends object>(
  db: Db,
  input: NewEventInput<More>,
): Promise<Event & Partial<More>> {
  const { draft, actor, idempotency, now, andThen, dryRun = false, attempts = 100 } = input;
  requireValidEvent(draft);
  for (let attempt = 1; ; attempt++) {
    try {
      return await onceInTransaction(db, idempotency, async (tx) => {
        const slug = input.slug
          ? await requireFreeSlug(tx, input.slug, null)
          : await freeSlug(tx, draft.name, null);
        const id = await insertEvent(tx, { ...draft, slug }, newEventKey());
        const detail = { slug, name: draft.name };
        await record(tx, entryOfEvent(id, { actor, action: "created", detail }));
        const more: Partial<More> = (await andThen?.(tx, id)) ?? {};
        const reply = { ...presentWholeEvent((await shownEventById(tx, id, now))!), ...more };
        if (dryRun) throw new DryRun({ ...reply, id: 0 });
        return reply;
      });
    } catch (error) {
      if (error instanceof DryRun) return error.reply as Event & Partial<More>;
      // Another request took this slug; the next try sees it.
      if (!isSlugClash(error) || attempt >= attempts) throw error;
    }
  }
}

/** Changes an event by what `change` returns for its locked row. */
export async function changeEvent(
  db: Db,
  eventId: number,
  { actor, idempotency, now, requirePayableIn, moveDependentTimes }: SaveContext,
  change: (row: EventRow) => EventChange,
): Promise<Event> {
  try {
    return await onceInTransaction(db, idempotency, async (tx) => {
      const row = await lockEvent(tx, eventId);
      if (row === undefined) throw notFound("event");
      const changes = change(row);
      if (changes.slug !== undefined)
        changes.slug = changes.slug
          ? await requireFreeSlug(tx, changes.slug, eventId)
          : await freeSlug(tx, changes.name ?? row.name, eventId);
      const detail = changesOf({ ...row }, { ...changes });
      if (detail !== null) {
        await requireValidChange(tx, row, changes);
        const told = await toldAfterChange(tx, row, { changes, now });
        await updateEvent(tx, eventId, { ...changes, ...(told === undefined ? {} : { told }) });
        if ("start_datetime" in detail.to || "end_datetime" in detail.to)
          await moveDependentTimes?.(tx, eventId, eventEndOf(row), eventEndOf({ ...row, ...changes }));
        const { currency = row.currency } = changes;
        if (currency !== row.currency) await requirePayableIn?.(tx, eventId, currency);
        if (changes.banner !== undefined && changes.banner !== row.banner)
          await queueImageRemoval(tx, "event-banner", { name: row.banner, now });
        await record(tx, entryOfEvent(eventId, { actor, action: "changed", detail }));
      }
      return presentWholeEvent((await shownEventById(tx, eventId, now))!);
    });
  } catch (error) {
    throw isSlugClash(error) ? slugTaken("is taken", null) : error;
  }
}

async function requireValidChange(tx: Tx, row: EventRow, changes: EventChange): Promise<void> {
  const next = { ...row, ...changes };
  requireValidEvent(next);
  requireCapacityForAll(next.capacity, row);
  const isOtherCurrency = next.currency !== row.currency;
  const isOtherTax = next.prices_include_tax !== row.prices_include_tax;
  if ((isOtherCurrency || isOtherTax) && (await hasBuyers(tx, row.id))) {
    const message = "cannot be changed once something was ordered";
    throw isOtherCurrency
      ? new DomainError("inUse", `The currency ${message}.`, { fields: [{ path: "currency", message }] })
      : new DomainError("inUse", `Whether prices include tax ${message}.`, {
          fields: [{ path: "pricesIncludeTax", message }],
        });
  }
}

/** An event may return to its former slug. */
async function requireFreeSlug(tx: Tx, requested: string, eventId: number | null): Promise<string> {
  const slug = await slugMeant(tx, requested, eventId);
  if (slug === "") throw invalidInput({ path: "slug", message: "must have letters or digits" });
  const owner = await slugOwner(tx, slug);
  if (owner !== null && owner === eventId) return slug;
  if (isReservedSlug(slug))
    throw slugTaken("is reserved for a page of this site", await freeSlug(tx, slug, eventId));
  if (owner !== null) throw slugTaken("is taken", await freeSlug(tx, slug, eventId));
  return slug;
}

/** A slug of this event stays as it is, even if it is too long. */
async function slugMeant(db: Db, text: string, eventId: number | null): Promise<string> {
  const isOwn = eventId !== null && slugFrom(text) === text && (await slugOwner(db, text)) === eventId;
  return isOwn ? text : slugOfText(text);
}

/** The first of base, stem-2, stem-3 … that this event may have. The stem is a base that is cut if it is long. */
async function freeSlug(tx: Db, name: string, eventId: number | null): Promise<string> {
  const base = slugOfText(name) || "event";
  const stem = base.slice(0, maxSlugLength - 5).replace(/-$/, "");
  const usedSlugs = await slugsLike(tx, { base, stem, eventId });
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${stem}-${number}`;
    if (!usedSlugs.has(slug) && !isReservedSlug(slug)) return slug;
  }
}

/** Checks a slug while it is typed. */
export async function checkedSlug(
  db: Db,
  request: QueryOf<"event/checkSlug">,
): Promise<PayloadOf<"event/checkSlug">> {
  const eventId = request.eventId ?? null;
  const slug = await slugMeant(db, request.slug ?? "", eventId);
  if (slug === "") {
    const suggestion = await freeSlug(db, request.name ?? "", eventId);
    return { slug, isFree: false, problem: "empty", suggestion };
  }
  const owner = await slugOwner(db, slug);
  const isOwn = owner !== null && owner === eventId;
  const problem = isOwn ? null : isReservedSlug(slug) ? "reserved" : owner === null ? null : "taken";
  const suggestion = problem === null ? slug : await freeSlug(db, slug, eventId);
  return { slug, isFree: problem === null, problem, suggestion };
}

function slugTaken(problem: string, suggestion: string | null): DomainError {
  return new DomainError("slugTaken", `This address ${problem}.`, {
    fields: [{ path: "slug", message: problem }],
    ...(suggestion === null ? {} : { suggestion }),
  });
}

/** A trigger stores each slug in event_slugs, and refuses one that leads to another event. */
function isSlugClash(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return constraint === "events_slug_key" || constraint === "event_slugs_pkey";
}

/** The banner after a save: a new one, none, or the former one. */
export function bannerAfter(
  row: Pick<EventRow, "banner">,
  { banner, rmImage }: { banner: string | undefined; rmImage: EventInput["rmImage"] },
): string | null {
  if (banner !== undefined) return banner;
  const isRemoved = rmImage === true || rmImage === "true" || (row.banner !== null && rmImage === row.banner);
  return isRemoved ? null : row.banner;
}

/**
 * Creates, changes and removes promo codes. Invariant: a code never sells more tickets than its limit, and a used code
 * is never deleted. The check constraint and the foreign key verify every change. Locks only the code.
 */
import type { PromoCodeInput } from "../../contract/shapes/promoCode.ts";
import { changesOf } from "../audit/changes.ts";
import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { currencyOf } from "../events/requirePayablePrice.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { unpayablePrice } from "./pricesLeft.ts";
import {
  deletePromoCode,
  insertPromoCode,
  lockPromoCode,
  type NewPromoCode,
  type PromoCodeChange,
  type PromoCodeRow,
  updatePromoCode,
} from "./rows.ts";

const blank = {
  code: "",
  kind: "percent",
  value: 0,
  ticket_ids: null,
  max_uses: null,
  starts_at: null,
  ends_at: null,
  is_active: true,
} as const;

/** Creates a code of an event. `code` and `kind` are present (contract/shapes/promoCode.ts). */
export async function createPromoCode(
  tx: Tx,
  eventId: number,
  input: PromoCodeInput,
  actor: string,
): Promise<PromoCodeRow> {
  const fresh: NewPromoCode = { ...blank, ...changeOf(input), event_id: eventId };
  await requireValidCode(tx, fresh, input, []);
  const row = await unlessTaken(() => insertPromoCode(tx, fresh));
  const { code, kind, value, max_uses: maxUses } = row;
  const detail = { code, kind, value, maxUses };
  await record(tx, [{ actor, eventId, entity: "promoCode", entityId: row.id, action: "created", detail }]);
  return row;
}

/** Changes a code. Throws `inUse` if the new limit is less than its held and sold uses. */
export async function changePromoCode(
  tx: Tx,
  promoCodeId: number,
  input: PromoCodeInput,
  actor: string,
): Promise<PromoCodeRow> {
  const row = await lockPromoCode(tx, promoCodeId);
  if (row === undefined) throw notFound("promo code");
  const change = changeOf(input);
  const detail = changesOf({ ...row }, { ...change });
  if (detail === null) return row;
  await requireValidCode(tx, { ...row, ...change }, input, row.ticket_ids ?? []);
  const least = row.held + row.sold;
  if (change.max_uses !== undefined && change.max_uses !== null && change.max_uses < least) {
    const message = `must be at least ${least}: so many were bought or are held with it`;
    throw new DomainError("inUse", `The number of tickets ${message}.`, {
      fields: [{ path: "maxUses", message }],
      least,
    });
  }
  const changed = await unlessTaken(() => updatePromoCode(tx, promoCodeId, change));
  await record(tx, [
    { actor, eventId: row.event_id, entity: "promoCode", entityId: promoCodeId, action: "changed", detail },
  ]);
  return changed;
}

/** Removes a code. Throws `inUse` if a registration, of any state, has used it. */
export async function removePromoCode(tx: Tx, promoCodeId: number, actor: string): Promise<void> {
  const row = await lockPromoCode(tx, promoCodeId);
  if (row === undefined) throw notFound("promo code");
  try {
    await deletePromoCode(tx, promoCodeId);
  } catch (error) {
    if (violatedConstraint(error) === "registrations_promo_code_id_fkey")
      throw new DomainError("inUse", "This code was used. Make it inactive instead.");
    throw error;
  }
  const detail = { code: row.code };
  await record(tx, [
    { actor, eventId: row.event_id, entity: "promoCode", entityId: promoCodeId, action: "removed", detail },
  ]);
}

function changeOf(input: PromoCodeInput): PromoCodeChange {
  const { code, kind, value, ticketIds, maxUses, startsAt, endsAt, isActive } = input;
  const at = (text: string | null) => (text === null ? null : new Date(text));
  const named = [...new Set(ticketIds)].sort((one, other) => one - other);
  return {
    ...(code === undefined ? {} : { code }),
    ...(kind === undefined ? {} : { kind }),
    // An access code has no discount, whatever value it had before.
    ...(kind === "access" ? { value: 0 } : value === undefined ? {} : { value }),
    ...(ticketIds === undefined ? {} : { ticket_ids: named.length === 0 ? null : named }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
    ...(startsAt === undefined ? {} : { starts_at: at(startsAt) }),
    ...(endsAt === undefined ? {} : { ends_at: at(endsAt) }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  };
}

/**
 * Throws if the parts of a code do not fit together. Tickets that it named before may stay, because they may have been
 * removed since.
 */
async function requireValidCode(
  tx: Tx,
  row: NewPromoCode,
  { ticketIds }: PromoCodeInput,
  before: readonly number[],
): Promise<void> {
  const refuse = (path: string, message: string) => invalidInput([{ path, message }]);
  const value = valueProblem(row);
  if (value !== null) throw refuse("value", value);
  if (row.kind === "access" && row.ticket_ids === null)
    throw refuse("ticketIds", "must name the tickets that the code opens");
  if (row.starts_at !== null && row.ends_at !== null && row.ends_at < row.starts_at)
    throw refuse("endsAt", "must not be before the start");
  const tickets = await ticketsOfEvent(tx, row.event_id, { active: false });
  const unpayable = unpayablePrice(row, tickets, await currencyOf(tx, row.event_id));
  if (unpayable !== null) throw refuse("value", `would make ${unpayable.title} ${unpayable.cost}`);
  if (!ticketIds || ticketIds.length === 0) return;
  const known = new Set([...before, ...tickets.map(({ id }) => id)]);
  const strange = ticketIds.findIndex((id) => !known.has(id));
  if (strange !== -1) throw refuse(`ticketIds.${strange}`, "is not a ticket of this event");
}

function valueProblem({ kind, value }: NewPromoCode): string | null {
  if (kind === "access") return null;
  if (value <= 0) return "must be more than 0";
  if (kind === "amount") return Number.isInteger(value) ? null : "must be a whole number of minor units";
  if (value > 100) return "must be at most 100 percent";
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? null : "must have at most 2 decimals";
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== "promo_codes_key") throw error;
    const message = "is the code of another one of this event";
    throw new DomainError("inUse", "This event has that code already.", {
      fields: [{ path: "code", message }],
    });
  }
}

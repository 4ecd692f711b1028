/** Invariant: a code sells no more tickets than its limit (check constraint). */
import type { PromoCodeInput } from "../../contract/shapes/promoCode.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { currencyOf } from "../events/requirePayablePrice.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { unpayablePrice } from "./payablePrices.ts";
import {
  deletePromoCode,
  insertPromoCode,
  lockPromoCode,
  type NewPromoCode,
  type PromoCodeChange,
  type PromoCodeRow,
  updatePromoCode,
} from "./rows.ts";

const emptyCode = {
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
  const newCode: NewPromoCode = { ...emptyCode, ...changeOf(input), event_id: eventId };
  await requireValidCode(tx, newCode, input, []);
  const row = await refuseIfTaken(() => insertPromoCode(tx, newCode));
  const { code, kind, value, max_uses: maxUses } = row;
  const detail = { code, kind, value, maxUses };
  await record(tx, entryOf("promoCode", row, { actor, action: "created", detail }));
  return row;
}

/**
 * Changes a code.
 * @throws inUse if the new limit is less than its held and sold uses, or another code has the text.
 */
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
  const minUses = row.held + row.sold;
  if (change.max_uses !== undefined && change.max_uses !== null && change.max_uses < minUses) {
    const message = `must be at least ${minUses}, the number bought or held with this code`;
    throw new DomainError("inUse", `The number of tickets ${message}.`, {
      fields: [{ path: "maxUses", message }],
      least: minUses,
    });
  }
  const changed = await refuseIfTaken(() => updatePromoCode(tx, promoCodeId, change));
  await record(tx, entryOf("promoCode", row, { actor, action: "changed", detail }));
  return changed;
}

/**
 * Removes a code.
 * @throws inUse if a registration, of any state, has it.
 */
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
  await record(tx, entryOf("promoCode", row, { actor, action: "removed", detail: { code: row.code } }));
}

function changeOf(input: PromoCodeInput): PromoCodeChange {
  const { code, kind, value, ticketIds, maxUses, startsAt, endsAt, isActive } = input;
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  const sortedIds = [...new Set(ticketIds)].sort((one, other) => one - other);
  return {
    ...(code === undefined ? {} : { code }),
    ...(kind === undefined ? {} : { kind }),
    // An access code has no discount, even if it had a value before.
    ...(kind === "access" ? { value: 0 } : value === undefined ? {} : { value }),
    ...(ticketIds === undefined ? {} : { ticket_ids: sortedIds.length === 0 ? null : sortedIds }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
    ...(startsAt === undefined ? {} : { starts_at: dateOf(startsAt) }),
    ...(endsAt === undefined ? {} : { ends_at: dateOf(endsAt) }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  };
}

/** `previousIds` are the code's tickets so far. They may stay, even if they were removed from the event. */
async function requireValidCode(
  tx: Tx,
  row: NewPromoCode,
  { ticketIds }: PromoCodeInput,
  previousIds: readonly number[],
): Promise<void> {
  const refuse = (path: string, message: string) => invalidInput({ path, message });
  const problem = valueProblem(row);
  if (problem !== null) throw refuse("value", problem);
  if (row.kind === "access" && row.ticket_ids === null)
    throw refuse("ticketIds", "must list the tickets that the code gives access to");
  if (row.starts_at !== null && row.ends_at !== null && row.ends_at < row.starts_at)
    throw refuse("endsAt", "must not be before the start");
  const tickets = await ticketsOfEvent(tx, row.event_id, { onlyActive: false });
  // An inactive code is judged only when it becomes active, because prices are saved without regard to it.
  const unpayable = row.is_active ? unpayablePrice(row, tickets, await currencyOf(tx, row.event_id)) : null;
  if (unpayable !== null) throw refuse("value", `would make ${unpayable.title} ${unpayable.cost}`);
  if (!ticketIds || ticketIds.length === 0) return;
  const allowed = new Set([...previousIds, ...tickets.map(({ id }) => id)]);
  const unknownIndex = ticketIds.findIndex((id) => !allowed.has(id));
  if (unknownIndex !== -1) throw refuse(`ticketIds.${unknownIndex}`, "is not a ticket of this event");
}

function valueProblem({ kind, value }: NewPromoCode): string | null {
  if (kind === "access") return null;
  if (value <= 0) return "must be more than 0";
  if (kind === "amount") return Number.isInteger(value) ? null : "must be a whole number of minor units";
  if (value > 100) return "must be at most 100 percent";
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? null : "must have at most 2 decimals";
}

async function refuseIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== "promo_codes_key") throw error;
    const message = "is already used by another promo code of this event";
    throw new DomainError("inUse", "This event has that code already.", {
      fields: [{ path: "code", message }],
    });
  }
}

/** A trigger updates the counters of codes with registrations (docs/triggers.md). */
import { type Selectable, sql } from "kysely";
import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { type CopyShift, movedInCopy } from "../events/copyOf.ts";

export type PromoCodeRow = Selectable<Schema["promo_codes"]>;

/** An event's codes, oldest first. */
export function promoCodesOfEvent(db: Db, eventId: number): Promise<PromoCodeRow[]> {
  return db.selectFrom("promo_codes").selectAll().where("event_id", "=", eventId).orderBy("id").execute();
}

/** One code, or undefined. */
export function promoCodeById(db: Db, promoCodeId: number): Promise<PromoCodeRow | undefined> {
  return db.selectFrom("promo_codes").selectAll().where("id", "=", promoCodeId).executeTakeFirst();
}

/** An event's code by its typed text, or undefined. */
export function promoCodeByText(db: Db, eventId: number, code: string): Promise<PromoCodeRow | undefined> {
  return db
    .selectFrom("promo_codes")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("code_key", "=", promoCodeKey(code))
    .executeTakeFirst();
}

/** Locks and reads a code. */
export function lockPromoCode(tx: Tx, promoCodeId: number): Promise<PromoCodeRow | undefined> {
  return tx
    .selectFrom("promo_codes")
    .selectAll()
    .where("id", "=", promoCodeId)
    .forUpdate()
    .executeTakeFirst();
}

export type NewPromoCode = Pick<
  PromoCodeRow,
  "event_id" | "code" | "kind" | "value" | "ticket_ids" | "max_uses" | "starts_at" | "ends_at" | "is_active"
>;
export type PromoCodeChange = Partial<Omit<NewPromoCode, "event_id">>;

/** Inserts a code. */
export function insertPromoCode(tx: Tx, promoCode: NewPromoCode): Promise<PromoCodeRow> {
  return tx
    .insertInto("promo_codes")
    .values({ ...promoCode, code_key: promoCodeKey(promoCode.code) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a locked code. */
export function updatePromoCode(tx: Tx, promoCodeId: number, change: PromoCodeChange): Promise<PromoCodeRow> {
  return tx
    .updateTable("promo_codes")
    .set({ ...change, ...(change.code === undefined ? {} : { code_key: promoCodeKey(change.code) }) })
    .where("id", "=", promoCodeId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a locked code. The foreign key of registrations prevents this while a registration has it. */
export async function deletePromoCode(tx: Tx, promoCodeId: number): Promise<void> {
  await tx.deleteFrom("promo_codes").where("id", "=", promoCodeId).execute();
}

/** Copies an event's codes to another event: unused, moved in time, and for the copied tickets. */
export async function copyPromoCodes(
  tx: Tx,
  {
    from,
    to,
    shift,
    tickets,
  }: { from: number; to: number; shift: CopyShift; tickets: ReadonlyMap<number, number> },
): Promise<void> {
  const copies = JSON.stringify([...tickets].map(([was, copy]) => ({ was, copy })));
  // A code whose tickets were all deleted is left out, because a code without tickets covers all that are not hidden.
  await sql`insert into promo_codes
      (event_id, code, code_key, kind, value, ticket_ids, max_uses, starts_at, ends_at, is_active)
    select ${to}, code, code_key, kind, value, case when ticket_ids is not null then covered.ids end, max_uses,
      ${movedInCopy("starts_at", shift)}, ${movedInCopy("ends_at", shift)}, is_active
    from promo_codes, lateral (select array_agg(copy order by copy) as ids
      from json_to_recordset(${copies}::json) as c (was bigint, copy bigint) where was = any(ticket_ids)) covered
    where event_id = ${from} and (ticket_ids is null or covered.ids is not null) order by id`.execute(tx);
}

/**
 * Invariant: the promised refund is the amount that was shown. The club's fee is already subtracted from it. Lock order:
 * that of ownChanges.ts, then the payments.
 */
import { randomUUID } from "node:crypto";
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { formatMoney } from "../../contract/rules/money/money.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { removeFromStock } from "../extras/saveExtras.ts";
import { moveStock } from "../holds/orderStock.ts";
import { cancelPlaces } from "../holds/staffMoves.ts";
import { queueMails } from "../mail/mail.ts";
import { updateOrder } from "../orders/rows.ts";
import { promiseRefund, removePeople } from "../refunds/refundOrder.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { presentRegistration } from "../registrations/present.ts";
import { registrationById } from "../registrations/rows.ts";
import { ticketGoneMails } from "../registrations/ticketGoneMails.ts";
import {
  type ChangeDecision,
  decideOwnChange,
  type LockedOwnRegistration,
  type LockOwnRegistration,
  lockOwnRegistration,
  type OwnRefund,
} from "./ownChanges.ts";

const actor = "visitor";
const mailKind = "ownCancelled" as const;

/** Cancels all or some of a registration's tickets. */
export function cancelOwn(
  db: Db,
  body: BodyOf<"registration/cancelOwn">,
  { idempotency, now }: CallContext,
  lock: LockOwnRegistration = lockOwnRegistration,
): Promise<PayloadOf<"registration/cancelOwn">> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const own = await lock(tx, body);
    const decision = decideOwnChange(own, now, body.attendeeIds);
    const { amount, fee, refusal } = decision.changes.cancellation;
    if (refusal !== null) throw new DomainError("notActive", refusal);
    if (body.refundAmount !== amount)
      throw new DomainError(
        "amountMismatch",
        "The refund has changed. Please check the new amount before you continue.",
        { refundAmount: amount },
      );
    await releaseTickets(tx, own, decision);
    const announcedIn = own.registration.email === null ? undefined : mailKind;
    for (const one of decision.refunds)
      await promiseOrderRefund(tx, one, { isWhole: decision.changes.cancellation.isWhole, announcedIn });
    await queueNotices(tx, own, decision);
    const registration = (await registrationById(tx, own.registration.id))!;
    return { registration: presentRegistration(registration), amount, fee };
  });
}

async function releaseTickets(
  tx: Tx,
  own: LockedOwnRegistration,
  { leaving, refunds, changes }: ChangeDecision,
): Promise<void> {
  const { locked, registration, people } = own;
  const { isWhole } = changes.cancellation;
  if (isWhole) {
    await cancelPlaces(tx, locked, people.length);
    // `cancelPlaces` also returned the extras. After a hand-over they are not refunded, so limited stocks are lowered.
    if (own.order?.hasHandedOverExtras) await removeFromStock(tx, registration.lines, actor);
    for (const { order } of refunds)
      if (order.row.purpose === "extras") await moveStock(tx, order.row, { keeps: "nothing" });
  } else await removePeople(tx, locked, people, leaving);
  const action = isWhole ? "cancelled" : "ticketsCancelled";
  const detail = { from: "active", people: leaving.map(attendeeName) } as const;
  await record(tx, entryOf("registration", registration, { actor, action, detail }));
}

async function promiseOrderRefund(
  tx: Tx,
  { order, refund }: OwnRefund,
  { isWhole, announcedIn }: { isWhole: boolean; announcedIn: string | undefined },
): Promise<void> {
  const { row } = order;
  const { amount, fee, items } = refund;
  const reason =
    fee === 0
      ? "Cancelled by the buyer"
      : `Cancelled by the buyer; ${formatMoney(fee, row.currency)} kept as the fee`;
  const refundIds: number[] = [];
  if (amount > 0)
    refundIds.push(await promiseRefund(tx, row, { reason, items }, { amount, actor, announcedIn }));
  else if (row.payment_status === "free" && isWhole)
    await updateOrder(tx, row.id, { payment_status: "refunded" });
  else return;
  const detail = { from: row.payment_status, to: row.payment_status, amount, fee, reason, refundIds };
  await record(tx, entryOf("order", row, { actor, action: "refundAsked", detail }));
}

async function queueNotices(
  tx: Tx,
  { registration }: LockedOwnRegistration,
  { leaving, changes }: ChangeDecision,
): Promise<void> {
  const { amount, fee, isWhole, extras } = changes.cancellation;
  const { id: registrationId, email } = registration;
  const people = leaving.map(attendeeName);
  await queueMails(tx, [
    ...(email === null
      ? []
      : [
          {
            key: `ownCancelled:${registrationId}:${randomUUID()}`,
            kind: mailKind,
            recipient: email,
            payload: { registrationId, amount, fee, isWhole, extras, people },
          },
        ]),
    ...ticketGoneMails(registration, leaving, "cancelled"),
  ]);
}

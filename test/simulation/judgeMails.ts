import { sql } from "kysely";
import type { Db } from "../../server/db/pool.ts";
import type { World } from "./world.ts";

interface Row {
  key: string;
  kind: string;
  recipient: string;
  payload: Record<string, unknown>;
  state: "queued" | "sent" | "failed";
  message_id: string;
}

/** Finds the faults of the mails. A mail may be sent again if its node died or the reply was lost. */
export async function judgeMails({ mailServer }: World, db: Db): Promise<string[]> {
  const { rows } =
    await sql<Row>`select key, kind, recipient, payload, state, message_id from mails order by id`.execute(
      db,
    );
  const faults: string[] = [];
  const reasons = new Map<string, number>();
  for (const { key, kind, recipient, payload, state, message_id } of rows) {
    const copies = mailServer.accepted.get(message_id) ?? [];
    if (state === "sent" && copies.length === 0)
      faults.push(`mail ${key} counts as sent, but was never accepted`);
    const confirmed = copies.filter(({ owner, isReplyLost }) => !owner.isDead && !isReplyLost);
    if (confirmed.length > 1) faults.push(`mail ${key} was sent ${confirmed.length} times`);
    if (state === "queued") faults.push(`mail ${key} waits for ever`);
    // Two refunds of the same amount are mailed twice.
    if (kind === "moneyBack") continue;
    const reason = `${kind} ${recipient.toLowerCase()} ${JSON.stringify(payload)}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, times] of reasons)
    if (times > 1) faults.push(`one cause made ${times} mails: ${reason}`);
  return [...faults, ...(await missingMails(db))];
}

async function missingMails(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'nobody was sent the tickets of registration ' || r.id as wrong
      from registrations r where r.state = 'active' and r.email is not null
        and not exists (select from mails m where m.kind = 'tickets' and (m.payload ->> 'registrationId')::bigint = r.id)
    union all
    select 'nobody was sent the receipt of order ' || o.id from orders o
      where o.purpose <> 'registration' and o.payment_status = 'paid'
        and not exists (select from mails m where m.kind in ('extras', 'sponsorship') and (m.payload ->> 'orderId')::bigint = o.id)
    union all
    select 'nobody was sent a mail that all of order ' || o.id || ' was refunded' from orders o
      where o.payment_status = 'refunded' and o.refunded_amount = o.total_amount and o.total_amount > 0
        -- A payment by hand is refunded by hand. A registration that staff deleted has no known recipient.
        and o.payment_id is not null
        and (o.purpose in ('sponsorship', 'donation') or exists (select from registrations r where r.id = o.registration_id and r.email is not null))
        and not exists (select from mails m where m.kind in ('refund', 'moneyBack') and (m.payload ->> 'orderId')::bigint = o.id)
        and exists (select from refunds f where f.order_id = o.id and f.actor not like 'provider:%' and f.state = 'done'
          and f.told_in is null)`.execute(db);
  return rows.map(({ wrong }) => wrong);
}

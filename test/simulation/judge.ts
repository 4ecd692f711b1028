import { sql } from "kysely";
import type { CallName } from "../../contract/all.ts";
import type { Db } from "../../server/db/pool.ts";
import { auditCounters } from "../../server/holds/auditCounters.ts";
import { auditFigures } from "../../server/stats/auditFigures.ts";
import { judgeMails } from "./judgeMails.ts";
import type { World } from "./world.ts";

/** Finds the faults at this moment; there must be none at any time. */
export async function wrongNow(db: Db): Promise<string[]> {
  const counters = await auditCounters(db);
  const { rows } = await sql<{ wrong: string }>`
    select 'registration ' || r.id || ' expired while payment ' || p.id || ' may still come in' as wrong
      from registrations r join orders o on o.registration_id = r.id and o.purpose = 'registration'
        join payments p on p.id = o.payment_id
      where r.state = 'expired' and p.state in ('created', 'pending', 'processing')
    union all
    select 'order ' || id || ' refunds more than was paid' from orders where refunded_amount + refund_due > total_amount
    union all
    select 'order ' || id || ' of its registration is one too many' from (
      select id, row_number() over (partition by registration_id order by id) as place
      from orders where purpose = 'registration' and registration_id is not null) as ordered where place > 1`.execute(
    db,
  );
  return [
    ...counters.map(({ what, id, kept, counted }) => `${what}: ${id} keeps ${kept}, its rows say ${counted}`),
    ...rows.map(({ wrong }) => wrong),
  ];
}

/** Finds the faults at the end of a history. */
export async function wrongAtTheEnd(world: World, db: Db, answered: ReadonlySet<string>): Promise<string[]> {
  const figures = await auditFigures(db);
  return [
    ...(await wrongNow(db)),
    ...figures.map(
      ({ what, id, kept, counted }) => `figure ${what} of event ${id} is ${kept}, its rows say ${counted}`,
    ),
    ...(await judgeOpen(db)),
    ...(await judgePayments(world, db)),
    ...(await judgeSingleResults(world, db, answered)),
    ...(await judgeMails(world, db)),
    ...(await judgeDoor(world, db)),
  ];
}

async function judgeOpen(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'registration ' || id || ' is ' || state || ' for ever' as wrong from registrations r where state in ('held', 'pending')
      -- An offer that nobody accepts is made to one entry after another. Each keeps it for hours, so it may outlast the history.
      and not (state = 'held' and expires_at > now()
        and exists (select from waiting_entries w where w.registration_id = r.id and w.state = 'offered'))
    union all select 'order ' || id || ' holds for ever' from orders where keeps = 'held'
    union all select 'order ' || id || ' has ' || refund_due || ' on its way for ever' from orders where refund_due <> 0
    union all select 'payment ' || id || ' is ' || state || ' for ever' from payments where state in ('created', 'pending', 'processing', 'refund_due')
    union all select 'a job ' || (select identifier from graphile_worker._private_tasks t where t.id = j.task_id) || ' waits for ever: ' || coalesce(last_error, '')
      from graphile_worker._private_jobs j
      -- A locked job loses its key when it is requested again. It never runs again: the new job replaces it.
      where attempts < max_attempts or (last_error is not null and key is not null)`.execute(db);
  return rows.map(({ wrong }) => wrong);
}

interface PaymentRow {
  payment: number;
  provider_ref: string;
  state: string;
  booked: number;
  attention: string | null;
  order: number | null;
  purpose: string | null;
  status: string | null;
  total: number;
  refunded: number;
  keeps: string | null;
  registration: string | null;
  /** The number of failed refunds, which are a case for staff. */
  failed: number;
  /** The refunds requested by staff, buyers and the server, in minor units. */
  asked: number;
}

async function judgePayments({ stripe, acts }: World, db: Db): Promise<string[]> {
  const { rows } = await sql<PaymentRow>`
    select p.id as payment, p.provider_ref, p.state, p.refunded_amount as booked, p.attention, o.id as "order", o.purpose,
      o.payment_status as status, coalesce(o.total_amount, 0) as total, coalesce(o.refunded_amount, 0) as refunded, o.keeps, r.state as registration,
      (select count(*)::int from refunds f where f.order_id = o.id and f.state = 'failed') as failed,
      (select coalesce(sum((a.detail ->> 'amount')::int), 0)::int from audit_log a
        where a.entity = 'order' and a.entity_id = o.id and a.action = 'refundAsked')
      + case when exists (select from audit_log a where a.entity = 'order' and a.entity_id = o.id and a.action = 'refundDue')
        then o.total_amount else 0 end as asked
    from payments p left join orders o on o.payment_id = p.id
      left join registrations r on r.id = o.registration_id and o.purpose = 'registration'
    where p.provider_ref is not null`.execute(db);
  const byRef = new Map(rows.map((row) => [row.provider_ref, row]));
  const { intents, refunds } = stripe.book();
  return intents.flatMap((intent) => {
    const one = byRef.get(intent.id);
    const providerRefunded = refunds
      .filter(({ intentId, status }) => intentId === intent.id && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    const isPaid = intent.status === "succeeded";
    if (one === undefined)
      return isPaid ? [`the provider took ${intent.amount} that the site does not know of`] : [];
    const describe = (text: string) =>
      `order ${one.order} (${one.purpose}, ${one.status}, payment ${one.payment} ${one.state}, registration ${one.registration}): ${text}`;
    if (!isPaid) return judgeUnpaid(one, providerRefunded).map(describe);
    const isCase = one.attention !== null || one.failed > 0;
    const faults: string[] = [];
    if (one.booked !== providerRefunded)
      faults.push(`the provider refunded ${providerRefunded}, but the payment has ${one.booked}`);
    if (one.order === null) {
      if (!isCase && providerRefunded !== intent.amount) faults.push("money without an order is no case");
      return faults.map(describe);
    }
    if (one.refunded !== providerRefunded)
      faults.push(`the provider refunded ${providerRefunded}, but the order has ${one.refunded}`);
    faults.push(
      ...judgeRefundRequests(one, providerRefunded, {
        dashboard: acts.dashboard.get(intent.id) ?? 0,
        sentBack: acts.sentBack.get(intent.id) ?? 0,
      }),
    );
    if (providerRefunded === one.total) {
      if (one.status !== "refunded" && !isCase)
        faults.push("all was refunded, but its status is not refunded");
      if (one.purpose !== "registration" && one.keeps !== "nothing")
        faults.push("all was refunded, but it keeps what it bought");
    } else if (one.status !== "paid" && !isCase)
      faults.push("the money has bought nothing and was not refunded");
    else if (one.status === "paid" && providerRefunded === 0 && !isCase && one.asked === 0) {
      if (one.purpose === "registration" && one.registration !== "active" && one.registration !== null)
        faults.push("it is paid and has no tickets");
      if (one.purpose !== "registration" && one.keeps !== "sold") faults.push("it is paid and keeps nothing");
    }
    return faults.map(describe);
  });
}

function judgeUnpaid(one: PaymentRow, providerRefunded: number): string[] {
  const faults: string[] = [];
  if (providerRefunded !== 0) faults.push("money was refunded that was not paid");
  if (one.status !== null && !["pending", "failed"].includes(one.status))
    faults.push("its status is not unpaid");
  if (one.keeps !== null && one.keeps !== "nothing") faults.push("it keeps places that were not paid");
  if (one.registration === "active") faults.push("it has tickets that were not paid");
  return faults;
}

function judgeRefundRequests(
  one: PaymentRow,
  providerRefunded: number,
  { dashboard, sentBack }: { dashboard: number; sentBack: number },
): string[] {
  const maxRefund = Math.min(one.total, one.asked + dashboard);
  if (providerRefunded > maxRefund)
    return [`${providerRefunded} was refunded, but at most ${maxRefund} was requested`];
  if (dashboard === 0 && sentBack === 0 && one.attention === null && one.asked > one.total)
    return [`refunds of ${one.asked} were requested, but ${one.total} was paid`];
  const isCase = one.failed > 0 || sentBack > 0 || one.attention !== null;
  // A refund in the dashboard that the server does not know counts towards the requested total, because it looks like a
  // refund whose reply was lost.
  const minRefund = Math.min(one.total, Math.max(one.asked, dashboard));
  if (!isCase && providerRefunded < minRefund)
    return [`only ${providerRefunded} of ${minRefund} was refunded`];
  return [];
}

/** The server does not store this event: the call that made the intent has returned the same. */
const isIntentCreation = (type: string) => type === "payment_intent.created";

/** The calls that create rows. Joining the waiting list may lead to an offer, which is a registration too. */
const creatingCalls = {
  registrations: ["registration/initRegistration", "registration/express", "waitingList/join", "door/sell"],
  sponsorships: ["sponsorship/create"],
  extras: ["extras/purchaseExtras"],
} as const;

async function judgeSingleResults(
  { acts, stripe }: World,
  db: Db,
  answered: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql<{ registrations: number; sponsorships: number; extras: number }>`select
    (select count(*)::int from registrations) as registrations,
    (select count(*)::int from sponsorships) as sponsorships,
    (select count(*)::int from orders where purpose = 'extras') as extras`.execute(db);
  const counts = rows[0]!;
  const requestCount = (calls: readonly CallName[]) =>
    [...acts.asked].filter(([key, times]) => times > 0 && calls.some((name) => key.startsWith(name))).length;
  const tooMany = (["registrations", "sponsorships", "extras"] as const).flatMap((what) => {
    const requested = requestCount(creatingCalls[what]);
    return counts[what] > requested
      ? [`${requested} ${what} were requested, but ${counts[what]} were created`]
      : [];
  });
  const storedEvents = await db.selectFrom("payment_events").select("event_id").execute();
  const times = new Map<string, number>();
  for (const { event_id } of storedEvents) times.set(event_id, (times.get(event_id) ?? 0) + 1);
  const wronglyStored = stripe
    .book()
    .events.filter(({ id, type }) => !isIntentCreation(type) && answered.has(id) && times.get(id) !== 1)
    .map(({ type, id }) => `an event ${type} was answered, and is stored ${times.get(id) ?? 0} times`);
  return [...tooMany, ...wronglyStored];
}

async function judgeDoor({ acts }: World, db: Db): Promise<string[]> {
  const { rows } = await sql<{ booked: number }>`
    select coalesce(sum(total_amount), 0)::int as booked from orders where channel = 'door'`.execute(db);
  const inBoxes = [...acts.boxes.values()].reduce((sum, amount) => sum + amount, 0);
  const { booked } = rows[0]!;
  return booked === inBoxes
    ? []
    : [`the cash boxes at the door have ${inBoxes}, but its orders have ${booked}`];
}

/**
 * A table is read in batches of owners: the people, orders, sponsorships or waiting entries that its rows belong to. So
 * no query is open while a batch is written. Amounts are in main units (fees in minor units), times in UTC.
 */
import { type RawBuilder, sql } from "kysely";
import { byteOrderMark, csvText } from "../../contract/rules/csv.ts";
import { channelWords, paidByWords, purposeWords } from "../../contract/rules/orderWords.ts";
import type { WrittenEventFile } from "../../contract/shapes/eventFile.ts";
import type { Db } from "../db/pool.ts";
import { signAttendeeQr } from "../documents/qrSignature.ts";
import type { EventWithClub } from "../events/rows.ts";
import { inMainUnit } from "../orders/inMainUnit.ts";
import { inIndexOrder } from "../people/rows.ts";
import { cellSeparator, rowSeparator, rowsIn } from "../spreadsheets/batch.ts";
import {
  archiveNames,
  attendeeHeadings,
  boughtExtrasField,
  orderHeadings,
  sponsorHeadings,
  waitingHeadings,
} from "./names.ts";

/** Few, because the codes of a batch are signed without a pause. */
const batchOwners = 250;

export interface ArchiveTable {
  name: string;
  /** Its description in README.txt. */
  about: string;
  columns: readonly ArchiveColumn[];
  /** The SQL after `from`, with the condition of the event. */
  owners: RawBuilder<unknown>;
  /** The SQL after `from owner`. */
  rows: RawBuilder<unknown>;
  /** The SQL after `order by`. */
  orderBy: RawBuilder<unknown>;
  change?: (cells: string[]) => string[];
}

interface ArchiveColumn {
  heading: string;
  cell: RawBuilder<unknown>;
}

const utc = (column: string) =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const plain = (heading: string, column: string): ArchiveColumn => ({ heading, cell: sql.raw(column) });
const time = (heading: string, column: string): ArchiveColumn => ({ heading, cell: utc(column) });
const yes = (heading: string, condition: string): ArchiveColumn => ({
  heading,
  cell: sql`case when ${sql.raw(condition)} then 'yes' else 'no' end`,
});

function asWords(column: string, words: Record<string, string>): RawBuilder<unknown> {
  const cases = Object.entries(words).map(([value, message]) => sql`when ${value} then ${message}`);
  return sql`case ${sql.raw(column)} ${sql.join(cases, sql` `)} end`;
}

/** The pieces of a table as .csv. */
export async function* tablePieces(
  db: Db,
  { change = (cells) => cells, ...table }: ArchiveTable,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvText([table.columns.map(({ heading }) => heading)]));
  for (let after = 0; ; ) {
    const { rows, count, last } = await inIndexOrder(db, (connection) =>
      batchAfter(connection, table, after),
    );
    if (rows !== null) yield Buffer.from(csvText(rowsIn(rows).map(change)));
    if (count < batchOwners) return;
    after = last!;
  }
}

async function batchAfter(
  db: Db,
  { columns, owners, rows: joined, orderBy }: ArchiveTable,
  after: number,
): Promise<{ rows: string | null; count: number; last: number | null }> {
  const cells = columns.map(({ cell }) => sql`replace(coalesce((${cell})::text, ''), ${cellSeparator}, '')`);
  const { rows } = await sql<{ rows: string | null; count: number; last: number | null }>`
    with owner as materialized (
      select id from ${owners} and id > ${after} order by id limit ${batchOwners}
    ), lines as (
      select concat_ws(${cellSeparator}, ${sql.join(cells)}) as cells, row_number() over (order by ${orderBy}) as place
      from owner ${joined}
    )
    select (select string_agg(replace(cells, ${rowSeparator}, ''), ${rowSeparator} order by place) from lines) as rows,
      (select count(*)::int from owner) as count, (select max(id) from owner) as last`.execute(db);
  return rows[0]!;
}

export interface TableContext {
  event: EventWithClub;
  /** Asked ones, then removed ones. */
  questions: readonly Pick<WrittenEventFile["questions"][number], "id" | "text">[];
  /** Additional fields. */
  fields: readonly string[];
  privateKey: string;
}

/** Everybody in a registration; with the text of their QR code if the registration is active. */
export function attendeesTable({ event, questions, fields, privateKey }: TableContext): ArchiveTable {
  const amount = (minor: RawBuilder<unknown>) => inMainUnit(minor, event.currency);
  const { id: eventId } = event;
  const isFirst = sql`a.id = (select min(id) from attendees where registration_id = r.id)`;
  const paidInFoyer = sql`(select sum(total_amount - refunded_amount) from orders
    where registration_id = r.id and payment_status in ('paid', 'refunded'))`;
  const boughtExtras = sql`(select string_agg((line ->> 'quantity') || ' × ' || (line ->> 'title'), '; ' order by x.id, place)
    from extras_purchases x join orders bought on bought.id = x.order_id and bought.payment_status in ('paid', 'free'),
      jsonb_array_elements(x.extras_data) with ordinality as lines (line, place) where x.registration_id = r.id)`;
  const heading = attendeeHeadings;
  const columns: ArchiveColumn[] = [
    plain("Attendee", "a.id"),
    plain(heading.registration, "r.id"),
    plain(heading.state, "r.state"),
    plain("Ticket", "t.title"),
    plain(heading.ticketId, "t.id"),
    plain(heading.firstName, "a.first_name"),
    plain(heading.lastName, "a.last_name"),
    // The ticket of a primary guest without an address went to the buyer.
    plain(heading.email, "coalesce(a.email, case when a.is_primary then r.email end)"),
    plain(heading.phone, "a.phone"),
    plain(heading.buyerName, "r.buyer_name"),
    plain(heading.buyerEmail, "r.email"),
    { heading: heading.orderNumber, cell: sql`coalesce(o.imported_number, o.order_number)` },
    {
      heading: heading.price,
      // Only in the first row of a registration, so that the column can be summed.
      cell: amount(sql`case when ${isFirst}
        then coalesce(nullif(${paidInFoyer}, 0) + coalesce(o.paid_elsewhere, 0), o.paid_elsewhere) end`),
    },
    // If an event asks only for the buyer's details, one person has all places of a registration.
    {
      heading: heading.quantity,
      cell: sql`case when (select count(*) from attendees where registration_id = r.id) = 1 then r.places else 1 end`,
    },
    { heading: "Currency", cell: sql`${event.currency.toUpperCase()}::text` },
    time(heading.registeredAt, "r.created_at"),
    time(heading.checkedIn, "c.created_at"),
    { heading: "Code", cell: sql`case when r.state = 'active' then a.qr_uuid end` },
    {
      heading: heading.extras,
      cell: sql`case when ${isFirst} then concat_ws('; ', ${boughtExtras}, r.additional_fields ->> ${boughtExtrasField}) end`,
    },
    ...questions.map(({ id, text }) => ({
      heading: text,
      cell: sql`(select answer from answers where attendee_id = a.id and question_id = ${id})`,
    })),
    ...fields.map((field) => ({ heading: field, cell: sql`r.additional_fields ->> ${field}` })),
  ];
  const at = (name: string) => columns.findIndex((column) => column.heading === name);
  const [attendee, registration, code] = [at("Attendee"), at(heading.registration), at("Code")];
  return {
    name: archiveNames.attendees,
    about: "everybody in a registration: answers, check-in, and the text of the QR code",
    columns,
    owners: sql`attendees where event_id = ${eventId}`,
    rows: sql`join attendees a on a.id = owner.id join registrations r on r.id = a.registration_id
      join tickets t on t.id = a.ticket_id left join checkins c on c.attendee_id = a.id
      left join orders o on o.registration_id = r.id and o.purpose = 'registration'`,
    orderBy: sql`owner.id`,
    change: (cells) =>
      cells[code] === ""
        ? cells
        : cells.with(
            code,
            signAttendeeQr(privateKey, {
              r: Number(cells[registration]),
              a: Number(cells[attendee]),
              q: cells[code]!,
              e: eventId,
            }),
          ),
  };
}

/** The tables of orders, sponsors and the waiting list. */
export function otherTables({ id: eventId, currency }: EventWithClub): ArchiveTable[] {
  const amount = (heading: string, column: string): ArchiveColumn => ({
    heading,
    cell: inMainUnit(sql.raw(column), currency),
  });
  const orders = sql`orders where event_id = ${eventId}`;
  return [
    {
      name: archiveNames.orders,
      about: "orders with their sums; an amount paid elsewhere, from an import, is no revenue",
      columns: [
        plain(orderHeadings.id, "o.id"),
        plain("Order", "o.order_number"),
        { heading: "Type", cell: asWords("o.purpose", purposeWords) },
        { heading: "Sold at", cell: asWords("o.channel", channelWords) },
        plain("Registration", "o.registration_id"),
        plain("Buyer's e-mail", "coalesce(r.email, s.sponsor_data ->> 'email')"),
        time("Ordered", "o.created_at"),
        time("Paid at", "o.paid_at"),
        plain("Payment", "o.payment_status"),
        { heading: "Payment method", cell: asWords("o.paid_by", paidByWords) },
        amount("Subtotal", "o.subtotal"),
        plain("Promo code", "o.promo_code"),
        amount("Discount", "o.discount"),
        amount("Tax", "o.tax"),
        amount("Total", "o.total_amount"),
        amount("Refunded", "o.refunded_amount"),
        plain("Currency", "upper(o.currency)"),
        plain("Note", "o.paid_note"),
        plain("Order in another system", "o.imported_number"),
        amount("Paid in another system", "o.paid_elsewhere"),
        yes(
          orderHeadings.isImported,
          "r.import_id is not null and r.state = 'active' and o.purpose = 'registration' and o.payment_status = 'free'",
        ),
      ],
      owners: orders,
      rows: sql`join orders o on o.id = owner.id left join registrations r on r.id = o.registration_id
        left join sponsorships s on s.order_id = o.id`,
      orderBy: sql`o.id`,
    },
    {
      name: archiveNames.orderLines,
      about: "the tickets, extras, donations and packages of each order",
      columns: [
        plain(orderHeadings.id, "i.order_id"),
        plain("Type", "i.kind"),
        plain("Id", "i.ref_id"),
        plain("Title", "i.title"),
        amount("Price", "i.unit_price"),
        plain("Quantity", "i.quantity"),
        amount("Total", "i.total"),
        plain("Tax", "i.tax_name"),
        plain("Tax percent", "i.tax_percent"),
      ],
      owners: orders,
      rows: sql`join order_items i on i.order_id = owner.id`,
      orderBy: sql`i.order_id, i.id`,
    },
    {
      name: archiveNames.payments,
      about: "payments through the provider, with its reference and its fee",
      columns: [
        plain("Payment", "p.id"),
        plain(orderHeadings.id, "p.order_id"),
        plain("Provider", "p.provider"),
        plain("Reference", "p.provider_ref"),
        amount("Amount", "p.amount"),
        plain("State", "p.state"),
        amount("Refunded", "p.refunded_amount"),
        plain("Fee in minor units", "p.fee_amount"),
        plain("Currency of the fee", "upper(p.fee_currency)"),
        time("Created", "p.created_at"),
      ],
      owners: orders,
      rows: sql`join payments p on p.order_id = owner.id`,
      orderBy: sql`p.order_id, p.id`,
    },
    {
      name: archiveNames.refunds,
      about: "refunds with their state and reason",
      columns: [
        plain("Refund", "f.id"),
        plain(orderHeadings.id, "f.order_id"),
        amount("Amount", "f.amount"),
        plain("State", "f.state"),
        plain("Reason", "f.reason"),
        time("Created", "f.created_at"),
        time("Done", "f.done_at"),
      ],
      owners: orders,
      rows: sql`join refunds f on f.order_id = owner.id`,
      orderBy: sql`f.order_id, f.id`,
    },
    {
      name: archiveNames.extras,
      about: "the extras of each registration, and how many of them were handed over",
      columns: [
        plain("Purchase", "x.id"),
        plain("Registration", "x.registration_id"),
        plain(orderHeadings.id, "x.order_id"),
        plain("Payment", "o.payment_status"),
        plain("Extra", "line ->> 'title'"),
        plain("Quantity", "line ->> 'quantity'"),
        plain("Handed over", "coalesce(x.handed[place], 0)"),
      ],
      owners: orders,
      rows: sql`join orders o on o.id = owner.id
        join extras_purchases x on x.registration_id = o.registration_id and x.order_id = o.id
        cross join lateral jsonb_array_elements(x.extras_data) with ordinality as lines (line, place)`,
      orderBy: sql`x.order_id, x.id, place`,
    },
    {
      name: archiveNames.sponsors,
      about: "sponsors and donors; a logo is in pictures/, and a sponsor from an archive has no order",
      columns: [
        plain("Sponsorship", "s.id"),
        plain(sponsorHeadings.package, "s.package_type"),
        plain(sponsorHeadings.packageId, "s.package_id"),
        plain(sponsorHeadings.organization, "s.sponsor_data ->> 'organization'"),
        plain(sponsorHeadings.firstName, "s.sponsor_data ->> 'firstName'"),
        plain(sponsorHeadings.lastName, "s.sponsor_data ->> 'lastName'"),
        plain(sponsorHeadings.email, "s.sponsor_data ->> 'email'"),
        plain(sponsorHeadings.phone, "s.sponsor_data ->> 'phone'"),
        plain(sponsorHeadings.message, "s.sponsor_data ->> 'message'"),
        amount(sponsorHeadings.amount, "coalesce(s.paid_elsewhere, s.amount)"),
        plain("Currency", "upper(s.currency)"),
        plain(sponsorHeadings.payment, "s.payment_status"),
        yes(sponsorHeadings.shown, "s.is_public"),
        yes(sponsorHeadings.hidden, "s.is_hidden"),
        plain("Order id", "s.order_id"),
        { heading: sponsorHeadings.logo, cell: logoFileName },
        time(sponsorHeadings.created, "s.created_at"),
      ],
      owners: sql`sponsorships where event_id = ${eventId}`,
      rows: sql`join sponsorships s on s.id = owner.id`,
      orderBy: sql`s.id`,
    },
    {
      name: archiveNames.waitingList,
      about: "the waiting lists, in the order of joining",
      columns: [
        plain("Entry", "w.id"),
        plain("Ticket", "t.title"),
        plain(waitingHeadings.ticketId, "t.id"),
        plain(waitingHeadings.places, "w.places"),
        plain(waitingHeadings.name, "w.name"),
        plain(waitingHeadings.email, "w.email"),
        plain(waitingHeadings.state, "w.state"),
        time(waitingHeadings.joinedAt, "w.created_at"),
      ],
      owners: sql`waiting_entries where event_id = ${eventId}`,
      rows: sql`join waiting_entries w on w.id = owner.id join tickets t on t.id = w.ticket_id`,
      orderBy: sql`w.id`,
    },
  ];
}

/** The name of a logo in the archive; null without one, and for a sponsorship neither paid nor free. */
const logoFileName = sql<string>`case when s.logo is not null and s.payment_status in ('paid', 'free')
  then 'pictures/sponsor-' || s.id || substring(s.logo from '\.[a-z]+$') end`;

/** The logos of sponsors: the stored name, and the name in the archive. */
export async function logosOf(db: Db, eventId: number): Promise<{ stored: string; name: string }[]> {
  const { rows } = await sql<{ stored: string; name: string }>`
    select s.logo as stored, ${logoFileName} as name from sponsorships s
    where event_id = ${eventId} and ${logoFileName} is not null order by s.id`.execute(db);
  return rows;
}

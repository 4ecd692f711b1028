import { eventConfig, landingConfig } from "../../contract/shapes/event.ts";
import { insertTaxRate, taxRatesOfClub } from "../../server/clubs/taxRateRows.ts";
import type { Tx } from "../../server/db/pool.ts";
import { newEventKey } from "../../server/documents/qrSignature.ts";
import { insertPromoCode } from "../../server/promoCodes/rows.ts";
import type { DemoEvent } from "./world.ts";

/** The ids of an event and its parts, in the order of the demo world. */
export interface EventIds {
  event: number;
  tickets: number[];
  extras: number[];
  questions: number[];
  packages: number[];
}

/** Writes the event with everything on sale, but without sales. */
export async function writeEvent(
  tx: Tx,
  event: DemoEvent,
  {
    clubId,
    banner,
    start,
    end,
    openedAt,
  }: { clubId: number; banner: string | null; start: Date; end: Date; openedAt: Date },
): Promise<EventIds> {
  const config = eventConfig.parse(event.config);
  const { id } = await tx
    .insertInto("events")
    .values({
      club_id: clubId,
      slug: event.slug,
      name: event.name,
      description: event.description.trim(),
      location: event.location,
      start_datetime: start,
      end_datetime: end,
      time_zone: event.timeZone,
      currency: event.currency,
      tax_type: event.taxType,
      tax_amount: event.taxAmount,
      prices_include_tax: event.pricesIncludeTax,
      is_active: true,
      banner,
      config: JSON.stringify(config),
      landing_config: JSON.stringify(landingConfig.parse(withTrimmedTexts(event.landing))),
      capacity: config.capacity,
      created_at: openedAt,
      updated_at: openedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { publicKey, privateKey } = newEventKey();
  await tx
    .insertInto("event_keys")
    .values({ event_id: id, public_key: publicKey, private_key: privateKey })
    .execute();
  const tickets = await writeTickets(tx, id, event);
  for (const { code, kind, value, maxUses } of event.promoCodes ?? []) {
    await insertPromoCode(tx, {
      event_id: id,
      code,
      kind,
      value,
      ticket_ids: null,
      max_uses: maxUses,
      starts_at: null,
      ends_at: null,
      is_active: true,
    });
  }
  return {
    event: id,
    tickets,
    extras: await writeExtras(tx, { eventId: id, clubId }, event),
    questions: await writeQuestions(tx, { eventId: id, tickets }, event),
    packages: await writePackages(tx, { eventId: id, clubId }, event),
  };
}

async function writePackages(
  tx: Tx,
  { eventId, clubId }: { eventId: number; clubId: number },
  event: DemoEvent,
): Promise<number[]> {
  if (event.packages.length === 0) return [];
  const rows = event.packages.map(({ name, price, description, features, available }) => ({
    event_id: eventId,
    club_id: clubId,
    name,
    price,
    currency: event.currency,
    description,
    features: JSON.stringify(features),
    available_count: available,
  }));
  return idsOf(await tx.insertInto("sponsorship_packages").values(rows).returning("id").execute());
}

async function writeTickets(tx: Tx, eventId: number, event: DemoEvent): Promise<number[]> {
  const rows = event.tickets.map(({ title, description, price, stock }, index) => ({
    event_id: eventId,
    title,
    description,
    price,
    max_stock: stock,
    sort_order: index,
  }));
  return idsOf(await tx.insertInto("tickets").values(rows).returning("id").execute());
}

async function writeExtras(
  tx: Tx,
  { eventId, clubId }: { eventId: number; clubId: number },
  event: DemoEvent,
): Promise<number[]> {
  if (event.extras.length === 0) return [];
  const rateIds = await writeTaxRates(tx, clubId, event);
  const rows = event.extras.map(({ name, description, price, content, stock, taxRate }) => ({
    event_id: eventId,
    name,
    description,
    price,
    content: JSON.stringify(content),
    max_stock: stock,
    tax_rate_id: taxRate === undefined ? null : rateIds.get(taxRate.name)!,
  }));
  return idsOf(await tx.insertInto("extras").values(rows).returning("id").execute());
}

/** Adds the rates that the club lacks. Returns the ids of all its rates by name. */
async function writeTaxRates(tx: Tx, clubId: number, event: DemoEvent): Promise<Map<string, number>> {
  const ids = new Map((await taxRatesOfClub(tx, clubId)).map(({ name, id }) => [name, id]));
  for (const { taxRate } of event.extras) {
    if (taxRate === undefined || ids.has(taxRate.name)) continue;
    ids.set(taxRate.name, (await insertTaxRate(tx, { ...taxRate, club_id: clubId })).id);
  }
  return ids;
}

async function writeQuestions(
  tx: Tx,
  { eventId, tickets }: { eventId: number; tickets: readonly number[] },
  event: DemoEvent,
): Promise<number[]> {
  if (event.questions.length === 0) return [];
  const idsOfTitles = (titles: readonly string[]) =>
    tickets.filter((_, index) => titles.includes(event.tickets[index]!.title));
  const rows = event.questions.map(({ typeId, text, required, options, tickets: titles }, index) => ({
    event_id: eventId,
    ticket_ids: titles === undefined ? null : idsOfTitles(titles),
    type_id: typeId,
    text,
    required,
    options: options === null ? null : JSON.stringify(options),
    sort_order: index,
  }));
  return idsOf(await tx.insertInto("form_questions").values(rows).returning("id").execute());
}

/** An insert gives its rows ascending ids, so the sorted ids are in the order of the rows. */
function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

function withTrimmedTexts(landing: DemoEvent["landing"]): DemoEvent["landing"] {
  return { ...landing, overviewDescription: (landing.overviewDescription ?? "").trim() };
}

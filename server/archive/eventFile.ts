import { landingConfig } from "../../contract/shapes/event.ts";
import { FORMAT_VERSION, type WrittenEventFile } from "../../contract/shapes/eventFile.ts";
import { presentTaxRate, taxRatesOfClub } from "../clubs/taxRateRows.ts";
import type { Db } from "../db/pool.ts";
import { configOf } from "../events/present.ts";
import type { EventWithClub } from "../events/rows.ts";
import { extrasOfEvent } from "../extras/rows.ts";
import { answeredQuestions, presentQuestion, questionsOfEvents } from "../forms/rows.ts";
import { promoCodesOfEvent } from "../promoCodes/rows.ts";
import { packagesOfEvent, presentPackage } from "../sponsorships/rows.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { sharedOfEvent } from "../tickets/sharedRows.ts";

const maxRemovedQuestions = 100;

/** The content of event.json. Removed questions are in it only with `people`, for their answers. */
export async function eventFileOf(
  db: Db,
  event: EventWithClub,
  { people }: { people: boolean },
): Promise<WrittenEventFile> {
  const tickets = await ticketsOfEvent(db, event.id, { onlyActive: false });
  const extras = await extrasOfEvent(db, event.id, { onlyActive: false });
  const packages = await packagesOfEvent(db, event.id, { onlyActive: false });
  const rateIds = new Set([...tickets, ...extras, ...packages].map((row) => row.tax_rate_id));
  const rates = (await taxRatesOfClub(db, event.club_id)).filter(({ id }) => rateIds.has(id));
  const ticketIds = new Set(tickets.map(({ id }) => id));
  const questions = await questionsToArchive(db, event.id, ticketIds);
  return {
    format: "foyer-event",
    version: FORMAT_VERSION,
    event: {
      name: event.name,
      slug: event.slug,
      description: event.description,
      location: event.location,
      startDatetime: event.start_datetime.toISOString(),
      endDatetime: event.end_datetime?.toISOString() ?? null,
      timeZone: event.time_zone,
      currency: event.currency,
      taxType: event.tax_type,
      taxAmount: event.tax_amount,
      pricesIncludeTax: event.prices_include_tax,
      config: configOf(event),
      landingConfig: landingConfig.parse(event.landing_config),
    },
    taxRates: rates.map(presentTaxRate).map(({ clubId: _club, ...rate }) => rate),
    sharedCapacities: (await sharedOfEvent(db, event.id)).map(({ id, title, max_places }) => ({
      id,
      title,
      maxPlaces: max_places,
    })),
    tickets: tickets.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      price: row.price,
      maxStock: row.max_stock,
      salesStart: row.sales_start?.toISOString() ?? null,
      salesEnd: row.sales_end?.toISOString() ?? null,
      isActive: row.is_active,
      validDays: row.valid_days,
      isHidden: row.is_hidden,
      sharedCapacityId: row.shared_capacity_id,
      taxRateId: row.tax_rate_id,
    })),
    questions,
    ...(people && { removedQuestions: await removedQuestions(db, event.id, questions) }),
    extras: extras.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      price: row.price,
      content: row.content,
      maxStock: row.max_stock,
      isActive: row.is_active,
      taxRateId: row.tax_rate_id,
    })),
    packages: packages.map((row) => {
      const { id, name, price, description, features, availableCount, isActive, taxRateId, tickets } =
        presentPackage(row);
      return { id, name, price, description, features, availableCount, isActive, taxRateId, tickets };
    }),
    promoCodes: (await promoCodesOfEvent(db, event.id)).flatMap((row) => {
      const remainingIds = row.ticket_ids?.filter((id) => ticketIds.has(id)) ?? null;
      // Its tickets were all deleted: without tickets, the code would be valid for all.
      if (remainingIds?.length === 0) return [];
      const { id, code, kind, value, max_uses, starts_at, ends_at, is_active } = row;
      return {
        id,
        code,
        kind,
        value,
        ticketIds: remainingIds,
        maxUses: max_uses,
        startsAt: starts_at?.toISOString() ?? null,
        endsAt: ends_at?.toISOString() ?? null,
        isActive: is_active,
      };
    }),
    clubName: event.club_name,
  };
}

/**
 * Leaves out questions whose tickets were all deleted, because without tickets everybody would be asked, and questions
 * that depend on them.
 */
async function questionsToArchive(
  db: Db,
  eventId: number,
  ticketIds: ReadonlySet<number>,
): Promise<WrittenEventFile["questions"]> {
  const questions = (await questionsOfEvents(db, [eventId])).map((row) => {
    const { eventId: _event, sortOrder: _order, ...question } = presentQuestion(row);
    return { ...question, ticketIds: question.ticketIds?.filter((id) => ticketIds.has(id)) ?? null };
  });
  const asked = questions.filter((question) => question.ticketIds?.length !== 0);
  const askedIds = new Set(asked.map(({ id }) => id));
  return asked.filter(({ showIf }) => showIf === null || askedIds.has(showIf.questionId));
}

async function removedQuestions(
  db: Db,
  eventId: number,
  asked: WrittenEventFile["questions"],
): Promise<WrittenEventFile["removedQuestions"]> {
  const askedIds = new Set(asked.map(({ id }) => id));
  const removed = (await answeredQuestions(db, eventId)).filter(({ id }) => !askedIds.has(id));
  return removed.slice(0, maxRemovedQuestions).map(({ id, type_id, text, options, asked_of }) => ({
    id,
    typeId: type_id,
    text,
    options,
    askedOf: asked_of,
  }));
}

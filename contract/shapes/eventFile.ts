import { z } from "zod";
import { id, textLine } from "../scalars.ts";
import { eventInput } from "./event.ts";
import { extrasInput } from "./extras.ts";
import { questionInput } from "./form.ts";
import { taxRateInput } from "./money/taxRate.ts";
import { promoCodeInput } from "./promoCode.ts";
import { sharedCapacityInput } from "./sharedCapacity.ts";
import { packageInput } from "./sponsorshipPackage.ts";
import { ticketInput } from "./ticket.ts";

const { typeId, text, options, askedOf } = questionInput.shape;

/** The version of the format; an import refuses any other. */
export const FORMAT_VERSION = 1;

const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).max(most, `must have at most ${most.toLocaleString("en-US")} entries`);

/** The content of event.json, in the shapes of the calls that save it. An id is only valid inside the file. */
export const eventFile = z
  .object({
    format: z.literal("foyer-event", { error: "must be “foyer-event”" }),
    version: z
      .number("must be a number")
      .refine(
        (version) => version === FORMAT_VERSION,
        "is the version of a newer Foyer, which this one cannot read",
      ),
    event: eventInput
      .pick({
        name: true,
        slug: true,
        description: true,
        location: true,
        startDatetime: true,
        endDatetime: true,
        timeZone: true,
        currency: true,
        taxType: true,
        taxAmount: true,
        pricesIncludeTax: true,
        config: true,
        landingConfig: true,
      })
      .required({ name: true, startDatetime: true, currency: true, timeZone: true }),
    taxRates: listOf(
      taxRateInput.omit({ clubId: true }).required({ name: true, percent: true }).extend({ id }),
      100,
    ),
    sharedCapacities: listOf(
      sharedCapacityInput.omit({ eventId: true }).required({ title: true, maxPlaces: true }).extend({ id }),
      500,
    ),
    /** In the club's order. */
    tickets: listOf(
      ticketInput
        .omit({ eventId: true, sortOrder: true })
        .required({ title: true, price: true, maxStock: true })
        .extend({ id }),
      500,
    ),
    /** In their order. `showIf` has the id of another question of this file. */
    questions: listOf(questionInput.safeExtend({ id }), 100),
    /** Questions that are not asked any more, but were answered. */
    removedQuestions: listOf(z.object({ id, typeId, text, options, askedOf }), 100).default([]),
    extras: listOf(
      extrasInput.omit({ eventId: true }).required({ name: true, price: true }).extend({ id }),
      500,
    ),
    packages: listOf(
      packageInput
        .omit({ eventId: true, clubId: true, currency: true })
        .required({ name: true, price: true })
        .extend({ id }),
      500,
    ),
    promoCodes: listOf(
      promoCodeInput.omit({ eventId: true }).required({ code: true, kind: true }).extend({ id }),
      5000,
    ),
    /** The club that the file comes from; it is not imported. */
    clubName: textLine(200).optional(),
  })
  .meta({ id: "EventFile" });
/** The content of event.json as it is written. */
export type WrittenEventFile = z.input<typeof eventFile>;
/** The content of event.json, checked. */
export type EventFile = z.output<typeof eventFile>;

import { z } from "zod";
import { type EventSettings, namedSettings, type Setting, type SettingName } from "../rules/eventSettings.ts";
import { dateFormats } from "../rules/time/dateFormats.ts";
import {
  clearable,
  currency,
  id,
  instant,
  jsonOrText,
  paragraph,
  plannedInstant,
  requiredTextLine,
  stock,
  textLine,
} from "../scalars.ts";
import { clubListing } from "./club.ts";

function settingSchema(setting: Setting): z.ZodDefault {
  const documentation = setting.means === undefined ? {} : { description: setting.means };
  switch (setting.kind) {
    case "flag":
      return z.boolean().meta(documentation).default(setting.default);
    case "count":
      return wholeNumber(setting).meta(documentation).default(setting.default);
    case "optionalCount":
      return wholeNumber(setting).nullable().meta(documentation).default(setting.default);
    case "places":
      return stock.nullable().meta(documentation).default(setting.default);
    case "time":
      return plannedInstant.nullable().meta(documentation).default(setting.default);
    case "text":
      return paragraph(setting.longest).meta(documentation).default(setting.default);
    case "dateFormat":
      return z.enum(dateFormats).meta(documentation).default(setting.default);
  }
}

function wholeNumber({ least, most }: { least: number; most: number }) {
  return z.number().int().min(least).max(most);
}

/** The settings of one event (rules/eventSettings.ts). Instants are UTC. */
export const eventConfig = z
  .object(
    Object.fromEntries(namedSettings.map(([name, setting]) => [name, settingSchema(setting)])) as {
      [Name in SettingName]: z.ZodDefault<z.ZodType<EventSettings[Name], EventSettings[Name]>>;
    },
  )
  .meta({ id: "EventConfig" });
/** A change of a config: a field that is not given keeps its value. */
export const eventConfigChange = z
  .object(withoutDefaults(eventConfig.shape))
  .partial()
  .meta({ id: "EventConfigChange" });
export type EventConfigChange = z.infer<typeof eventConfigChange>;
export type EventConfig = z.infer<typeof eventConfig>;

function withoutDefaults<Fields extends Record<string, z.ZodDefault>>(fields: Fields) {
  const bareFields = Object.entries(fields).map(([name, field]) => [name, field.unwrap()]);
  return Object.fromEntries(bareFields) as { [Name in keyof Fields]: ReturnType<Fields[Name]["unwrap"]> };
}

/** Texts and colour of an event's page. `overviewDescription` is rich text, sanitised on the server. */
export const landingConfig = z
  .object({
    enableLandingPage: z.boolean().default(true),
    heroTitle: z.string().default(""),
    heroSubtitle: z.string().default(""),
    overviewTitle: z.string().default(""),
    overviewDescription: z.string().default(""),
    accentColor: z.string().nullable().default(null),
  })
  .meta({ id: "LandingConfig" });
export type LandingConfig = z.infer<typeof landingConfig>;

/** The most characters of a rich text, with its tags. */
export const richTextLimit = 50_000;

const hexColor = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, "must be a colour such as #c79f5a");

/** The landing texts and the colour, as staff send them. */
export const landingChangeFields = {
  enableLandingPage: z.boolean().optional(),
  heroTitle: clearable(textLine(200)),
  heroSubtitle: clearable(textLine(300)),
  overviewTitle: clearable(textLine(200)),
  overviewDescription: clearable(paragraph(richTextLimit)),
  accentColor: z.union([z.literal("").transform(() => null), hexColor]).nullish(),
};
/** A change of the landing texts: a field that is not given keeps its value. Null empties a text or the colour. */
export const landingConfigChange = z.object(landingChangeFields).meta({ id: "LandingConfigChange" });
export type LandingConfigChange = z.output<typeof landingConfigChange>;

/** Removes the present picture: true, "true" or the picture's name. */
export const rmImage = z.union([z.boolean(), textLine(200)]).nullish();

/** An IANA zone; saving checks whether it is known. */
const eventZone = requiredTextLine(64);

/**
 * An event as staff send it. With an `id` it is a change: a field that is not given keeps its value. Without one it
 * creates an event and needs `name` and `startDatetime`.
 */
export const eventInput = z.object({
  id: id.nullish(),
  /** The club of a new event, if the super user creates it. Otherwise ignored. */
  clubId: id.nullish(),
  name: requiredTextLine(200).optional(),
  /** Made from the name when empty, and in a new event when not given. */
  slug: clearable(textLine(200)),
  /** Rich text, sanitised when it is saved. */
  description: clearable(paragraph(richTextLimit)),
  location: clearable(textLine(300)),
  startDatetime: plannedInstant.optional(),
  endDatetime: plannedInstant.nullish(),
  timeZone: eventZone.optional(),
  currency: currency.optional(),
  taxType: z.enum(["percent", "fixed"]).optional(),
  /** Percent with up to 3 decimals, or minor units. */
  taxAmount: z.number().min(0, "must not be negative").max(1_000_000_000).optional(),
  /** The default of a new event depends on its currency. */
  pricesIncludeTax: z.boolean().optional(),
  isActive: z.boolean().optional(),
  config: jsonOrText(eventConfigChange).nullish(),
  landingConfig: jsonOrText(landingConfigChange).nullish(),
  rmImage,
});
export type EventInput = z.output<typeof eventInput>;

/** An event with its figures, for staff. Amounts are in minor units. */
export const eventCard = z
  .object({
    id: z.number().int(),
    clubId: z.number().int(),
    slug: z.string(),
    name: z.string(),
    location: z.string(),
    startDatetime: instant,
    endDatetime: instant.nullable(),
    timeZone: z.string(),
    currency,
    isActive: z.boolean(),
    cancelledAt: instant.nullable(),
    bannerUrl: z.string(),
    config: eventConfig,
    /** Places, over all tickets. */
    sold: z.number().int(),
    /** Places, over all tickets. */
    held: z.number().int(),
    /** The places left of the active tickets, within their shared capacities and the event's capacity. */
    left: z.number().int(),
    /** Attendees of active registrations. */
    registrationCount: z.number().int(),
    /** Attendees who are checked in. */
    arrivals: z.number().int(),
    /** Paid minus refunded, in the event's currency; empty if that is 0. */
    money: z.array(z.object({ currency, amount: z.number().int() })),
    /** Orders that need staff, and bounced mails without an order. */
    attention: z.number().int(),
    listing: clubListing,
  })
  .meta({ id: "EventCard" });
export type EventCard = z.infer<typeof eventCard>;

/** The paths of a former ticket system that lead to an event's page, in alphabetical order. */
export const formerAddresses = z.object({ addresses: z.array(z.string()) }).meta({ id: "FormerAddresses" });

/**
 * Counts of rows that are deleted with an event. Others are deleted but not counted, such as removed questions, the
 * waiting list, and registrations that are not active with their attendees.
 */
export const eventRemoval = z
  .object({
    id: z.number().int(),
    name: z.string(),
    takes: z
      .object({
        tickets: z.number().int(),
        promoCodes: z.number().int(),
        extras: z.number().int(),
        questions: z.number().int(),
        packages: z.number().int(),
        sponsorships: z.number().int(),
        registrations: z.number().int(),
        attendees: z.number().int(),
        checkins: z.number().int(),
        orders: z.number().int(),
      })
      .meta({ id: "RemovalTakes" }),
    /** Why it may not be removed; null when it may. */
    refusal: z.string().nullable(),
  })
  .meta({ id: "EventRemoval" });
export type EventRemoval = z.infer<typeof eventRemoval>;

/**
 * An event (docs/wire.md §2). `config.ticketNote` is empty, except in some replies to its staff and to people with a
 * ticket.
 */
export const event = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    clubId: z.number().int(),
    name: z.string(),
    /** Rich text, sanitised on the server. */
    description: z.string(),
    location: z.string(),
    startDatetime: instant,
    endDatetime: instant.nullable(),
    /** Its IANA zone. */
    timeZone: z.string(),
    currency,
    taxType: z.enum(["percent", "fixed"]),
    /** Percent with up to 3 decimals, or minor units. */
    taxAmount: z.number(),
    /** Whether prices include the tax; else it is added. */
    pricesIncludeTax: z.boolean(),
    isActive: z.boolean(),
    cancelledAt: instant.nullable(),
    /** The organiser's message about the cancellation; absent if there is none. */
    cancelMessage: z.string().optional(),
    banner: z.string().nullable(),
    bannerUrl: z.string(),
    config: eventConfig,
    landingConfig,
    /** The places left of the config's capacity over all tickets; null without a capacity. */
    placesLeft: z.number().int().nullable(),
    /** Attendees of active registrations. */
    registrationCount: z.number().int(),
    /** Whether there is an active promo code with uses left that is not past its end. It may begin later. */
    takesCodes: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
    club: z
      .object({
        id: z.number().int(),
        name: z.string(),
        logoUrl: z.string(),
        location: z.string(),
        /** Absent unless the club shows it (`showContact`). */
        contact: z.object({ email: z.string().nullable(), phone: z.string().nullable() }).optional(),
        /** A legal page that the club does not have is absent. */
        imprintUrl: z.string().optional(),
        privacyUrl: z.string().optional(),
        termsUrl: z.string().optional(),
        refundPolicyUrl: z.string().optional(),
        /** As in `Club`. */
        isUnlisted: z.literal(true).optional(),
      })
      .meta({ id: "ClubOfEvent" }),
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof event>;

/** An event that was opened by its id. */
export const openedEvent = event
  .extend({
    /** For its staff only: whether event/tellChange would mail a new name, time or place to somebody. */
    hasChangeToTell: z.boolean().optional(),
  })
  .meta({ id: "OpenedEvent" });
export type OpenedEvent = z.infer<typeof openedEvent>;

/** An event that was created from an archive or from pretix. */
export const eventFromArchive = event
  .extend({
    imported: z
      .object({
        /** The number of the import, for import/takeBack; null if there is none. */
        importId: z.number().int().nullable(),
        people: z.number().int(),
        registrations: z.number().int(),
        /** What was left out, in words. */
        leftOut: z.array(z.object({ text: z.string(), count: z.number().int() })),
        /** The additional fields that were not stored, because at most 50 are. */
        unkeptFields: z.array(z.string()),
        /** Entries that were added to the waiting list. */
        waitingList: z.number().int().optional(),
        /** Sponsors and donors, who have paid elsewhere. */
        sponsors: z.number().int().optional(),
        /** Counts of rows that are only stored to be read, such as payments, by their file in the next archive. */
        records: z.array(z.object({ file: z.string(), count: z.number().int() })).optional(),
      })
      .meta({ id: "ImportedFromArchive" }),
  })
  .meta({ id: "EventFromArchive" });

/** A text that begins with a calendar day (YYYY-MM-DD). */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/, "must be a date")
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a date")
  .meta({ format: "date", pattern: "^(19|20|21)\\d\\d-\\d\\d-\\d\\d$" });

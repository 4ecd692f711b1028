import { holdLimits } from "./holdLimits.ts";
import { type DateFormat, dateFormats } from "./time/dateFormats.ts";

/** The groups of settings, in the order of their page. */
export const settingGroups = {
  sales: {
    title: "Sales",
    lead: "Without these times, registration is open from the moment the event is published until it ends. A ticket may have times of its own.",
  },
  registration: { title: "Registration", lead: null },
  waitingList: { title: "Waiting list", lead: null },
  ownChanges: {
    title: "Changes by buyers",
    lead: "What buyers may do by themselves on their ticket page. A cancelled place returns to sale immediately. Only you can change tickets that are checked in or were paid by hand.",
  },
  ticketMail: { title: "Ticket mail", lead: null },
  sponsors: { title: "Sponsors", lead: null },
  dates: { title: "Dates", lead: null },
} as const;

interface SettingTexts {
  readonly group: keyof typeof settingGroups;
  readonly label: string;
  readonly description?: string;
  /** The description in the API's documentation, if the name is not enough. */
  readonly means?: string;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly problem: string;
}

/** A setting. Its value null means no limit (`places`), not at all (`optionalCount`) or no time (`time`). */
export type Setting = SettingTexts &
  (
    | { readonly kind: "flag"; readonly default: boolean }
    | ({ readonly kind: "count"; readonly default: number } & Bounds)
    | ({ readonly kind: "optionalCount" | "places"; readonly default: null } & Bounds)
    | { readonly kind: "time"; readonly default: null }
    | { readonly kind: "text"; readonly default: ""; readonly longest: number }
    | { readonly kind: "dateFormat"; readonly default: DateFormat }
  );

const hoursBefore = { least: 0, most: 8760, problem: "Enter whole hours up to 8,760, or nothing." } as const;

/** The settings of an event, in the order of their page (docs/wire.md §2, event.config). */
export const eventSettings = {
  salesStart: { kind: "time", default: null, group: "sales", label: "Registration opens" },
  salesEnd: {
    kind: "time",
    default: null,
    group: "sales",
    label: "Registration closes",
    means: "Null means: until the event ends.",
  },
  capacity: {
    kind: "places",
    default: null,
    least: 0,
    most: 10_000_000,
    problem: "Enter a whole number, or nothing for no limit.",
    group: "sales",
    label: "Places in total",
    description: "For all tickets together. Empty: no limit beyond each ticket's own.",
    means: "Over all tickets; null means no limit beyond each ticket's own.",
  },
  showTicketsLeft: { kind: "flag", default: true, group: "sales", label: "Show how many tickets are left" },
  maxTicketsPerRegistration: {
    kind: "count",
    default: 10,
    least: 1,
    most: holdLimits.quantity,
    problem: `Enter a whole number from 1 to ${holdLimits.quantity.toLocaleString("en-US")}.`,
    group: "registration",
    label: "Maximum tickets in one registration",
  },
  holdMinutes: {
    kind: "count",
    default: 15,
    least: 1,
    most: 120,
    problem: "Enter a whole number from 1 to 120.",
    group: "registration",
    label: "Minutes to complete a registration",
    description: "How long tickets stay reserved during checkout. Then they go back on sale.",
  },
  holdExtensions: {
    kind: "count",
    default: 2,
    least: 0,
    most: 10,
    problem: "Enter a whole number from 0 to 10.",
    group: "registration",
    label: "How often a buyer may extend the reservation",
    description: "Before the time ends, one press adds the same minutes again. 0: not at all.",
    means: "How often a buyer may extend a hold by `holdMinutes` before it ends.",
  },
  saveAllAttendeesDetails: {
    kind: "flag",
    default: true,
    group: "registration",
    label: "Ask for every attendee",
    description: "Off: only the buyer’s name is asked, and one code admits the whole group.",
    means: "True: one attendee for each ticket bought; false: one primary attendee for all.",
  },
  asksPhone: {
    kind: "flag",
    default: true,
    group: "registration",
    label: "Ask for a phone number",
    description: "Buyers may leave it empty.",
    means: "Whether the pages ask buyers for a phone number. A phone number that is sent anyway is stored.",
  },
  guestNamesLater: {
    kind: "flag",
    default: false,
    group: "registration",
    label: "Buyers may enter their guests' names later",
    description:
      "Only the buyer's own name is required. Each guest has a link of their own, and a reminder is mailed while a name or an answer is missing.",
    means: "Whether the names of all guests but the buyer may be given after the purchase.",
  },
  waitingList: {
    kind: "flag",
    default: true,
    group: "waitingList",
    label: "Visitors may join a waiting list for sold-out tickets",
    description:
      "When places become available, the first group in line that fits gets an offer by mail. A larger group keeps waiting, without blocking those behind it. Places that fit no group go back on sale.",
    means: "Whether visitors may wait for a ticket that is sold out.",
  },
  waitingOfferHours: {
    kind: "count",
    default: 24,
    least: 1,
    most: 168,
    problem: "Enter whole hours from 1 to 168, which is a week.",
    group: "waitingList",
    label: "Hours to accept an offer",
    description:
      "How long the places of an offer are kept, at most until the end of sale or the event's start.",
    means:
      "How long places are kept for the person who got the offer; not past the end of sale or the event's start (its end, if it has begun), but at least as long as a hold.",
  },
  cancelUntilHours: {
    kind: "optionalCount",
    default: null,
    ...hoursBefore,
    group: "ownChanges",
    label: "Buyers may cancel until … hours before the start",
    description: "48 means two days before, 0 means until the start. Leave it empty if buyers must ask you.",
    means: "Until how many hours before the start buyers may cancel by themselves; null: not at all.",
  },
  cancelFeePercent: {
    kind: "count",
    default: 0,
    least: 0,
    most: 100,
    problem: "Enter a whole number from 0 to 100.",
    group: "ownChanges",
    label: "Cancellation fee in percent",
    description: "0 refunds everything. Buyers see the amounts before they confirm.",
    means: "The fee that the club keeps, in percent of the price paid.",
  },
  passOnUntilHours: {
    kind: "optionalCount",
    default: null,
    ...hoursBefore,
    group: "ownChanges",
    label: "Buyers may pass a ticket on until … hours before the start",
    description:
      "The new holder gets a code of their own, and the old code stops working. Leave it empty if buyers must ask you.",
    means:
      "Until how many hours before the start buyers may pass a ticket on to somebody else; null: not at all.",
  },
  guestsUntil: {
    kind: "time",
    default: null,
    group: "ownChanges",
    label: "Buyers may correct names, answers and addresses until",
    description: "Codes stay as they are. Empty: until the event begins.",
    means:
      "Until when buyers may correct names, answers, phone numbers and addresses; null: until the event's start.",
  },
  ticketNote: {
    kind: "text",
    default: "",
    longest: 1000,
    group: "ticketMail",
    label: "Note in the ticket mail",
    description:
      "For those with a ticket only: where to park, what to bring. It is in the mail with the tickets and on the ticket page.",
    means: "A text for people who have a ticket. In replies to others it is empty.",
  },
  showSponsors: {
    kind: "flag",
    default: false,
    group: "sponsors",
    label: "Show sponsors on the event's page",
    description:
      "Sponsors who have paid and agreed to be shown, by package, without amounts. You can hide a sponsor under Sponsors.",
    means: "Whether the event's page shows the sponsors who agreed to it.",
  },
  isAllDay: {
    kind: "flag",
    default: false,
    group: "dates",
    label: "All-day event",
    description: "Visitors see the day without a time.",
  },
  isSingleDayEvent: { kind: "flag", default: true, group: "dates", label: "Begins and ends on one day" },
  showEndTime: { kind: "flag", default: true, group: "dates", label: "Show when it ends" },
  dateFormat: {
    kind: "dateFormat",
    default: dateFormats[0],
    group: "dates",
    label: "Date format",
    description: "How this event's dates are written on its pages, in mails and on tickets.",
    means: "How its dates are written on pages, in mails and documents.",
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting. */
export type SettingName = keyof typeof eventSettings;

interface ValueOf {
  flag: boolean;
  count: number;
  optionalCount: number | null;
  places: number | null;
  time: string | null;
  text: string;
  dateFormat: DateFormat;
}

/** The values of all settings. Numbers are whole; times are instants in UTC. */
export type EventSettings = { [Name in SettingName]: ValueOf[(typeof eventSettings)[Name]["kind"]] };

/** Each setting with its name, in the order of `eventSettings`. */
export const namedSettings = Object.entries(eventSettings) as [SettingName, Setting][];

/** The settings of an event for which nobody has chosen any. */
export const defaultSettings = Object.fromEntries(
  namedSettings.map(([name, setting]) => [name, setting.default]),
) as EventSettings;

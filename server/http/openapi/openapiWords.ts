/**
 * Most descriptions of the document are doc comments of `contract/`, read as text. Biome's formatting shows which declaration a comment
 * belongs to.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiNode } from "./openapiSchemas.ts";

const contract = join(import.meta.dirname, "../../../contract");

interface Words {
  self: string | null;
  fields: Record<string, string>;
}

/** Words by id of a named schema ("Event"), by name of a call ("event/save") for its request, and by `replyOf` it. */
export function readWords(): Map<string, Words> {
  const words = new Map<string, Words>();
  for (const file of readdirSync(contract, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const text = readFileSync(join(contract, file), "utf8");
    for (const [, self, block] of text.matchAll(declaration)) readSchema(self, block!, words);
    for (const block of text.split(/\n(?= {2}(?:"[\w/-]+"|\w+): call\()/)) readCall(block, words);
  }
  return words;
}

/** An exported constant with the comment above it. */
const declaration = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export const ([\s\S]*?);\n(?=\S|\n|$)/gm;

function readSchema(self: string | undefined, block: string, words: Map<string, Words>): void {
  const id = /\.meta\(\{\s*id: "(\w+)"[^()]*\}\)$/.exec(block)?.[1];
  if (id === undefined) return;
  words.set(id, {
    self: self === undefined ? null : sentencesOf(self),
    fields: fieldsOf(block, " {2}(?: {2})?"),
  });
}

function readCall(block: string, words: Map<string, Words>): void {
  const name = /^ {2}"?([\w/-]+)"?: call\(/.exec(block)?.[1];
  if (name === undefined) return;
  const [request = "", reply = ""] = block.split(/^ {4}payload:/m);
  words.set(name, { self: null, fields: fieldsOf(request, " {6}") });
  words.set(replyOf(name), { self: null, fields: fieldsOf(reply, " {6}") });
}

/** The key of the words of a call's reply. */
export function replyOf(name: string): string {
  return `${name} reply`;
}

function fieldsOf(block: string, indent: string): Record<string, string> {
  const comments = block.matchAll(
    new RegExp(`^${indent}\\/\\*\\*((?:(?!\\*\\/)[\\s\\S])*)\\*\\/\\n${indent}"?([\\w[\\]]+)"?[:,]`, "gm"),
  );
  return Object.fromEntries([...comments].map(([, message, field]) => [field!, sentencesOf(message!)]));
}

/** Leaves out the stars, and references for engineers of this repository. */
function sentencesOf(text: string): string {
  return text
    .replace(/\n\s*\*/g, "\n")
    .replace(/\s+/g, " ")
    .replace(/ ?\((?:docs\/|rules\/|contract\/)[^)]*\)/g, "")
    .trim();
}

/** A schema with its words as descriptions; those that it has stay. */
export function withDescriptions(schema: OpenApiNode, words: Words | undefined): OpenApiNode {
  if (words === undefined) return schema;
  const properties = schema.properties as Record<string, OpenApiNode> | undefined;
  return {
    ...schema,
    ...(words.self !== null && schema.description === undefined && { description: words.self }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, property]) => [
          field,
          words.fields[field] === undefined || property.description !== undefined
            ? property
            : { ...property, description: words.fields[field] },
        ]),
      ),
    }),
  };
}

/** Descriptions of parameters that have none in their call. */
export const parameterWords: Record<string, string> = {
  accessKey:
    "The key of the registration, waiting list entry or sponsorship: in the reply that made it and in links mailed to the buyer, sponsor or waiting person. A new address of the buyer gives a registration a new key",
  attendeeId: "The attendee's id",
  questionId: "A question: only those who answered it",
  answer: "One whole line of an answer, such as a chosen option",
  promoCodeId: "A promo code: only those of registrations that used it",
  missing: "`true`: only attendees whose name or required answers are missing; `false`: all others",
  checkinStatus: "Only those who have arrived (true), or have not (false)",
  channel: "Only orders of the web, or of the door",
  clubId: "The club's id",
  before: "The id of the last entry of the previous page: only older entries are returned",
  currentDate:
    "Events that end before the beginning of this day (UTC) are left out; default: events that are over now",
  cursor: "The `cursor` of the reply before",
  date: "A day of the event's time zone",
  email: "The mail address of the buyer or of an attendee",
  entryId: "The id of the waiting list entry",
  eventId: "The event's id",
  extrasId: "The extra's id",
  fetchTotalCount: "False where the numbers of items and pages are not needed",
  people: "Send the files about people as well",
  figures: "For staff: send the figures as well",
  file: "The file's name, as in the address that a reply gave; another file name gives the default picture",
  force: "True also deletes a paid registration, or an attendee of one; the order stays",
  format: "A workbook, or comma-separated values",
  id: "Its id",
  importId: "The number of the import, as import/getByEventId gives it",
  itemsPerPage: "How many items a page has; -1 for all, and never more than 1,000",
  key: "The Idempotency-Key that the import was sent with",
  limit: "The largest number of entries in the reply",
  needsAttention: "Only those that staff should look at",
  orderId: "The order's id",
  orderStatus: "Only people whose order has this status",
  packageId: "The package's id",
  page: "Counted from 1",
  paymentIntentId: "The intent's id at the payment provider",
  paymentStatus: "Only orders with this payment status",
  purpose: "Only orders of this purpose",
  qrUuid: "The secret in the code of one ticket: shows that attendee alone",
  refund: "Only orders with a partial refund, or with a refund in progress",
  registrationId: "The registration's id",
  registrationState: "Only attendees of registrations in this state; default: active",
  search: "Words that must all be found in the event's name, place or slug",
  searchKeyword:
    "Words that must all be found in a name, address, telephone number or imported text; the first eight count",
  slug: "The event's address, the last part of its page's link",
  sortBy: "How to sort; a minus before the field sorts in descending order",
  sponsorshipId: "The sponsorship's id",
  state: "Only entries in that state",
  text: "A part of a name, from three letters",
  ticketId: "The ticket's id",
  token: "The part of the mailed link after `#`",
  version: "The number of the signature; without it the figures are the current ones",
  w: "Width in pixels, rounded up to one that the server offers, or the largest one. A smaller picture is not enlarged",
  when: "Upcoming events, past ones, or both",
  withExtras: "Leaves out events without active extras",
};

/** In the order of the API page. */
export const tagWords: Record<string, string> = {
  info: "What a client should know before anything else",
  health: "For load balancers",
  auth: "Signing in and out, and the caller's own account",
  event: "Events: what visitors see, and what a club sets",
  ticket: "Tickets: kinds of admission on sale",
  extras: "Things sold beside admission",
  form: "The questions that an event asks",
  promoCode: "Codes that make tickets cheaper, or open those that are not listed",
  sharedCapacity: "One number of places for several tickets",
  taxRate: "Tax rates of a club, in place of the tax of an event",
  registration: "Buying: holding places, naming people; and an event's people for its staff",
  import: "Imports into an event, and undoing them",
  order: "Orders and refunds",
  stripe: "Paying, by Stripe or by the built-in test provider",
  waitingList: "The waiting lists of tickets that are sold out",
  sponsorship: "Sponsor packages and donations",
  "sponsorship-package": "What sponsors may buy",
  checkin: "Check-in by staff, and statistics",
  door: "Devices at the door: helpers' links, scans, door sales",
  attention: "Payments, mails and jobs that need staff",
  club: "Clubs",
  team: "The people who can sign in for a club, and invitations by mail",
  appUser: "The admins of clubs, managed by the super user",
  "club-logo": "Pictures of clubs",
  "event-banner": "Pictures of events",
  "sponsor-logo": "Pictures of sponsors",
};

/** The access of a call, in words. */
export const accessWords = {
  public: "Anybody may call it; a token is not needed, and an invalid token is ignored.",
  token: "For everybody who is signed in.",
  admin: "For the admins of the club concerned, and for the super user.",
  sudo: "For the super user only.",
  door: "For a device that opened a helper's link of the event, and for the event's staff.",
} as const;

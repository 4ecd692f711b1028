/**
 * Takes places for many requests in one transaction: a hold each, or for `express` the whole registration with its
 * people and order, settled at once when it costs nothing. All places of a request or none.
 * Invariant: held + sold never exceed what there is; what is granted, written and counted is one statement.
 * Lock order: event → tickets by id → extras by id (the rows of the new registrations are nobody else's yet).
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { PayloadOf } from "../../contract/all.ts";
import { NO_STRIPE } from "../../contract/order.ts";
import type { AttendeeInput } from "../../contract/registration.ts";
import { type Idempotency, idempotencyMismatch, storedReplies } from "../db/idempotency.ts";
import type { Tx } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import { eventKey } from "../events/rows.ts";
import { type QuestionRow, questionsOfEvents } from "../forms/rows.ts";
import { type MailToQueue, queueMails } from "../mail/mail.ts";
import { newOrderNumber } from "../orders/orderNumber.ts";
import { type OrderRow, presentOrder } from "../orders/rows.ts";
import { checkPeople } from "../registrations/people.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import type { AttendeeRow, NewPerson, RegistrationRow } from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import type { Outcome } from "./batcher.ts";
import { decide, type Grant, type Snapshot, type Wish } from "./decide.ts";
import {
  addMove,
  lockPlaces,
  noMoves,
  type PlaceIds,
  type ReservationRows,
  takeIds,
  writeReservations,
} from "./rows.ts";

/** One buyer's request. With `express` the people come along, and the order is made in the same transaction. */
export interface ReserveRequest {
  wish: Wish;
  email: string | null;
  userTimezone: string | null;
  timezoneOffset: number | null;
  express: Express | null;
  idempotency: Idempotency | null;
}

/** The people and the price that an express registration brings along. */
export interface Express {
  attendees: readonly AttendeeInput[];
  additionalFields: Record<string, string>;
  totalAmount: number | undefined;
}

/** The reply of `initRegistration`, or of `express`. */
export type Reserved = PayloadOf<"registration/initRegistration"> | PayloadOf<"registration/express">;

/** How the rows of places are taken hold of; a test may leave the lock out to show the race it prevents. */
export type TakeHold = (tx: Tx, ids: PlaceIds) => Promise<Snapshot>;

/** A request that was granted its places, on its way to becoming rows. */
interface Granted {
  request: ReserveRequest;
  grant: Grant;
  people: NewPerson[];
  email: string | null;
}

/** Decides all requests in the order given and writes what was granted. Safe to run again after it threw. */
export async function reserveAll(
  tx: Tx,
  requests: readonly ReserveRequest[],
  { now, takeHold = lockPlaces }: { now: Date; takeHold?: TakeHold },
): Promise<Outcome<Reserved>[]> {
  const outcomes = Array.from<Outcome<Reserved> | undefined>({ length: requests.length });
  const repeats = await answerRepeats(tx, requests, outcomes);
  const open = requests.flatMap((request, index) =>
    outcomes[index] === undefined && !repeats.has(index) ? [{ request, index }] : [],
  );

  const snapshot = await takeHold(tx, placesOf(open.map(({ request }) => request)));
  const questions = await questionsAsked(
    tx,
    open.map(({ request }) => request),
  );
  const granted: { index: number; granted: Granted }[] = [];
  for (const { request, index } of open) {
    const outcome = grantOne(snapshot, request, questions, now);
    if (outcome instanceof DomainError) outcomes[index] = { refused: outcome };
    else granted.push({ index, granted: outcome });
  }

  const written = await write(
    tx,
    granted.map((entry) => entry.granted),
    now,
  );
  for (const [position, { index }] of granted.entries()) outcomes[index] = { reply: written[position]! };
  for (const [index, original] of repeats) outcomes[index] = outcomes[original]!;
  return outcomes as Outcome<Reserved>[];
}

/** Answers keys that were used before; gives, for a key that comes twice in this batch, whose reply it shares. */
async function answerRepeats(
  tx: Tx,
  requests: readonly ReserveRequest[],
  outcomes: (Outcome<Reserved> | undefined)[],
): Promise<Map<number, number>> {
  const repeats = new Map<number, number>();
  const first = new Map<string, number>();
  for (const [index, { idempotency }] of requests.entries()) {
    if (idempotency === null) continue;
    const name = `${idempotency.call} ${idempotency.key}`;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else if (requests[earlier]!.idempotency!.bodyHash.equals(idempotency.bodyHash))
      repeats.set(index, earlier);
    else outcomes[index] = { refused: idempotencyMismatch() };
  }
  for (const call of new Set([...first.values()].map((index) => requests[index]!.idempotency!.call))) {
    const keys = [...first.values()].flatMap((index) => {
      const { idempotency } = requests[index]!;
      return idempotency!.call === call ? [idempotency!.key] : [];
    });
    for (const stored of await storedReplies(tx, call, keys)) {
      const index = first.get(`${call} ${stored.key}`)!;
      const isSame = requests[index]!.idempotency!.bodyHash.equals(stored.bodyHash);
      outcomes[index] = isSame ? { reply: stored.reply as Reserved } : { refused: idempotencyMismatch() };
    }
  }
  return repeats;
}

function placesOf(requests: readonly ReserveRequest[]): PlaceIds {
  const events = new Set<number>();
  const tickets = new Set<number>();
  const extras = new Set<number>();
  for (const { wish } of requests) {
    events.add(wish.eventId);
    for (const line of wish.tickets) tickets.add(line.ticketId);
    for (const line of wish.extras ?? []) extras.add(line.extrasId);
  }
  return { events: [...events], tickets: [...tickets], extras: [...extras] };
}

async function questionsAsked(
  tx: Tx,
  requests: readonly ReserveRequest[],
): Promise<Map<number, QuestionRow[]>> {
  const events = new Set(requests.flatMap(({ wish, express }) => (express === null ? [] : [wish.eventId])));
  if (events.size === 0) return new Map();
  return Map.groupBy(await questionsOfEvents(tx, [...events]), (question) => question.event_id);
}

function grantOne(
  snapshot: Snapshot,
  request: ReserveRequest,
  questions: ReadonlyMap<number, QuestionRow[]>,
  now: Date,
): Granted | DomainError {
  const { wish, express } = request;
  if (express === null) {
    const grant = decide(snapshot, wish, now);
    return grant instanceof DomainError ? grant : { request, grant, people: [], email: request.email };
  }
  const event = snapshot.events.get(wish.eventId);
  // People are checked before places are taken: a refusal must take nothing from the snapshot.
  // What may not be seen is not checked: its questions would tell that it is there.
  const checked =
    event?.is_active !== true
      ? { people: [], email: "" }
      : checkPeople(express.attendees, {
          held: ticketsHeld(wish),
          saveAll: configOf(event).saveAllAttendeesDetails,
          questions: questions.get(wish.eventId) ?? [],
          email: request.email,
        });
  if ("problems" in checked) return invalidInput(checked.problems);
  const grant = decide(snapshot, wish, now);
  if (grant instanceof DomainError) return grant;
  if (express.totalAmount !== undefined && express.totalAmount !== grant.totalAmount) {
    giveBack(snapshot, grant);
    return amountMismatch(grant.totalAmount);
  }
  return { request, grant, people: checked.people, email: checked.email };
}

/** The refusal of a price that is not ours: the server's own rows price every order. */
export function amountMismatch(totalAmount: number): DomainError {
  return new DomainError(
    "amountMismatch",
    "The price has changed. Please look at the new total before you go on.",
    { totalAmount },
  );
}

function giveBack(snapshot: Snapshot, grant: Grant): void {
  grant.event.held -= grant.places;
  for (const item of grant.items) {
    const row = item.kind === "ticket" ? snapshot.tickets.get(item.refId!) : snapshot.extras.get(item.refId!);
    row!.held -= item.quantity;
  }
}

function ticketsHeld(wish: Wish): Map<number, number> {
  const held = new Map<number, number>();
  for (const { ticketId, quantity } of wish.tickets) held.set(ticketId, (held.get(ticketId) ?? 0) + quantity);
  return held;
}

async function write(tx: Tx, granted: readonly Granted[], now: Date): Promise<Reserved[]> {
  if (granted.length === 0) return [];
  const ids = await takeIds(tx, {
    registrations: granted.length,
    attendees: granted.reduce((sum, { people }) => sum + people.length, 0),
    orders: granted.filter(({ request }) => request.express !== null).length,
  });
  const rows: ReservationRows = {
    registrations: [],
    lines: [],
    attendees: [],
    answers: [],
    orders: [],
    items: [],
    purchases: [],
    replies: [],
    audit: [],
  };
  const moves = noMoves();
  const mails: MailToQueue[] = [];
  const replies: Reserved[] = [];
  const keys = await signingKeys(tx, granted);
  const accessKeys = newAccessKeys(granted.length);
  // Taken from the end, in the order of arrival: an index grows fastest where its keys come in order.
  for (const list of [ids.registrations, ids.attendees, ids.orders]) list.reverse();
  for (const one of granted) {
    const own = { id: ids.registrations.pop()!, accessKey: accessKeys.pop()! };
    const registration = registrationRow(one, own, now);
    const { grant, request } = one;
    const isFree = request.express !== null && grant.totalAmount === 0;
    const moved = (quantity: number) => (isFree ? { held: 0, sold: quantity } : { held: quantity, sold: 0 });
    rows.registrations.push({ ...registration });
    addMove(moves.events, grant.event.id, {
      ...moved(grant.places),
      attendees: isFree ? one.people.length : 0,
    });
    for (const item of grant.items) {
      rows.lines.push({
        registration_id: registration.id,
        kind: item.kind,
        ref_id: item.refId,
        title: item.title,
        unit_price: item.unitPrice,
        quantity: item.quantity,
      });
      addMove(item.kind === "ticket" ? moves.tickets : moves.extras, item.refId!, moved(item.quantity));
    }
    rows.audit.push(auditOf(registration, null));
    let reply: Reserved;
    if (request.express === null) {
      const quote = {
        items: grant.items,
        subtotal: grant.subtotal,
        tax: grant.tax,
        totalAmount: grant.totalAmount,
        currency: grant.event.currency,
      };
      reply = { registration: presentRegistration(registration), accessKey: registration.access_key, quote };
    } else {
      const order = orderRow(one, registration, ids.orders.pop()!, now);
      const attendees = attendeeRows(one, registration, ids.attendees, now);
      pushOrder(rows, order);
      pushAttendees(rows, attendees);
      if (isFree) mails.push(...ticketMails(registration, one.people));
      const key = isFree ? keys.get(grant.event.id) : undefined;
      reply = {
        registration: presentRegistration(registration),
        accessKey: registration.access_key,
        attendees: presentAttendees(attendees, key ?? null),
        order: presentOrder(order),
        clientSecret: isFree ? NO_STRIPE : null,
      };
    }
    const { idempotency } = request;
    if (idempotency !== null) {
      rows.replies.push({
        call: idempotency.call,
        key: idempotency.key,
        body_hash: `\\x${idempotency.bodyHash.toString("hex")}`,
        reply,
      });
    }
    replies.push(reply);
  }
  await writeReservations(tx, rows, moves);
  if (mails.length > 0) await queueMails(tx, mails);
  return replies;
}

/** The private keys of the events whose tickets go out with this batch: read once an event, not once a buyer. */
async function signingKeys(tx: Tx, granted: readonly Granted[]): Promise<ReadonlyMap<number, string>> {
  const events = new Set(
    granted.flatMap(({ request, grant }) =>
      request.express !== null && grant.totalAmount === 0 ? [grant.event.id] : [],
    ),
  );
  const keys = new Map<number, string>();
  for (const eventId of events) {
    const key = await eventKey(tx, eventId);
    if (key !== undefined) keys.set(eventId, key.private_key);
  }
  return keys;
}

/** 128 random bits for each registration, drawn at once: to draw them one by one takes several times as long. */
function newAccessKeys(count: number): string[] {
  const bits = randomBytes(16 * count);
  return Array.from({ length: count }, (_, index) => bits.toString("base64url", index * 16, index * 16 + 16));
}

const noFields: Record<string, string> = Object.freeze({});

function registrationRow(
  { request, grant, email }: Granted,
  { id, accessKey }: { id: number; accessKey: string },
  now: Date,
): RegistrationRow {
  const isExpress = request.express !== null;
  const isFree = isExpress && grant.totalAmount === 0;
  return {
    id,
    event_id: grant.event.id,
    state: isFree ? "active" : isExpress ? "pending" : "held",
    email,
    access_key: accessKey,
    additional_fields: request.express?.additionalFields ?? noFields,
    user_timezone: request.userTimezone,
    timezone_offset: request.timezoneOffset,
    places: grant.places,
    subtotal: grant.subtotal,
    tax: grant.tax,
    total_amount: grant.totalAmount,
    currency: grant.event.currency,
    expires_at: isFree ? null : grant.expiresAt,
    created_at: now,
    updated_at: now,
  };
}

function orderRow({ grant }: Granted, registration: RegistrationRow, id: number, now: Date): OrderRow {
  const isFree = registration.state === "active";
  return {
    id,
    order_number: newOrderNumber(),
    purpose: "registration",
    event_id: grant.event.id,
    registration_id: registration.id,
    payment_id: null,
    subtotal: grant.subtotal,
    tax: grant.tax,
    total_amount: grant.totalAmount,
    currency: grant.event.currency,
    payment_status: isFree ? "free" : "pending",
    refunded_amount: 0,
    created_at: now,
    paid_at: isFree ? now : null,
    items: grant.items,
  };
}

function attendeeRows(
  { people, grant }: Granted,
  registration: RegistrationRow,
  ids: number[],
  now: Date,
): AttendeeRow[] {
  const titles = new Map(grant.items.map((item) => [item.refId, item.title]));
  return people.map((person) => ({
    id: ids.pop()!,
    registration_id: registration.id,
    event_id: grant.event.id,
    ticket_id: person.ticketId,
    is_primary: person.isPrimary,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    qr_uuid: person.qrUuid,
    created_at: now,
    ticket_title: titles.get(person.ticketId)!,
    checkin_id: null,
    checkin_time: null,
    answers: person.answers,
  }));
}

function pushOrder(rows: ReservationRows, order: OrderRow): void {
  rows.orders.push({ ...order });
  for (const item of order.items) {
    rows.items.push({
      order_id: order.id,
      kind: item.kind,
      ref_id: item.refId,
      title: item.title,
      unit_price: item.unitPrice,
      quantity: item.quantity,
      total: item.total,
    });
  }
  const extras = order.items.filter((item) => item.kind === "extras");
  if (order.payment_status === "free" && extras.length > 0) {
    rows.purchases.push({
      registration_id: order.registration_id,
      event_id: order.event_id,
      order_id: order.id,
      extras_data: extras,
      qr_uuid: randomUUID(),
    });
  }
}

function pushAttendees(rows: ReservationRows, attendees: readonly AttendeeRow[]): void {
  for (const attendee of attendees) {
    rows.attendees.push({ ...attendee });
    for (const { questionId, text, answer } of attendee.answers) {
      rows.answers.push({ attendee_id: attendee.id, question_id: questionId, question_text: text, answer });
    }
  }
}

function auditOf(registration: RegistrationRow, from: string | null): Record<string, unknown> {
  return {
    actor: "visitor",
    event_id: registration.event_id,
    entity: "registration",
    entity_id: registration.id,
    action: registration.state,
    detail: { from, to: registration.state, places: registration.places },
  };
}

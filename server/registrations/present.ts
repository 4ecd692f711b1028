import type { Attendee, Quote, Registration } from "../../contract/shapes/registration.ts";
import { signAttendeeQr } from "../documents/qrSignature.ts";
import { pricedAs } from "./pricedAs.ts";
import type { AttendeeRow, RegistrationRow } from "./rows.ts";

/** Presents a stored registration, without its access key. */
export function presentRegistration(row: RegistrationRow): Registration {
  return {
    id: row.id,
    registrationId: row.id,
    eventId: row.event_id,
    state: row.state,
    status: row.state === "active",
    email: row.email,
    additionalFields: row.additional_fields,
    userTimezone: row.user_timezone,
    timezoneOffset: row.timezone_offset,
    expiresAt: row.expires_at === null ? null : isoText(row.expires_at),
    createdAt: isoText(row.created_at),
    updatedAt: isoText(row.updated_at),
  };
}

// Cached, because several rows may share a Date object.
const isoTexts = new WeakMap<Date, string>();

function isoText(at: Date): string {
  const cached = isoTexts.get(at);
  if (cached !== undefined) return cached;
  const text = at.toISOString();
  isoTexts.set(at, text);
  return text;
}

/** Presents attendees. `privateKey` is the event's signing key; with null, `qrText` is null. */
export function presentAttendees(rows: readonly AttendeeRow[], privateKey: string | null): Attendee[] {
  return rows.map((row) => ({
    id: row.id,
    attendeeId: row.id,
    registrationId: row.registration_id,
    ticketId: row.ticket_id,
    ticketTitle: row.ticket_title,
    isPrimary: row.is_primary,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    qrUuid: row.qr_uuid,
    qrText:
      privateKey === null
        ? null
        : signAttendeeQr(privateKey, { r: row.registration_id, a: row.id, q: row.qr_uuid, e: row.event_id }),
    answers: row.answers,
    checkinId: row.checkin_id,
    checkinTime: row.checkin_time?.toISOString() ?? null,
    importId: row.import_id,
    hasOldCode: row.has_old_code,
  }));
}

/** Presents the stored price of a registration. */
export function presentQuote(row: RegistrationRow): Quote {
  return {
    ...pricedAs(row, row.lines),
    currency: row.currency,
    promoCode: row.promo_code,
    discount: row.discount,
  };
}

import type { Db } from "../../db/pool.ts";
import { notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { route } from "../../http/route.ts";
import { orderById, presentOrder } from "../../orders/rows.ts";
import { isSameSecret } from "../../registrations/proof.ts";
import { attendeesOf, type RegistrationRow, registrationById } from "../../registrations/rows.ts";
import { logoUntil } from "../../sponsorships/logo.ts";
import {
  presentOwnSponsorship,
  sponsorLogoUrl,
  sponsorshipById,
} from "../../sponsorships/sponsorshipRows.ts";

export const getOwn = route("sponsorship/getOwn", async ({ query }, { db, clock }) => {
  const row = await sponsorshipById(db, query.sponsorshipId);
  const order = row?.order_id ? await orderById(db, row.order_id) : undefined;
  const event = row && (await eventById(db, row.event_id));
  if (
    row === undefined ||
    event === undefined ||
    order === undefined ||
    !isSameSecret(query.accessKey, row.access_key)
  )
    throw notFound("sponsorship");
  const { seats_registration_id: seatsId } = row;
  const registration = seatsId === null ? undefined : await registrationById(db, seatsId);
  const seats = registration === undefined ? null : await soldSeats(db, registration);
  return {
    payload: {
      ...(seats !== null && { seats }),
      ...(registration !== undefined && { ticketCount: registration.places }),
      sponsorship: presentOwnSponsorship(row),
      isPublic: row.is_public,
      isHidden: row.is_hidden,
      logoUrl: sponsorLogoUrl(row),
      logoUntil: logoUntil(row, event, clock())?.toISOString() ?? null,
      order: presentOrder(order),
      keptUntil: order.held_until?.toISOString() ?? null,
      now: clock().toISOString(),
    },
  };
});

/** Before the payment the key of the seats stays secret: with it, anybody could order the held places for free. */
async function soldSeats(db: Db, registration: RegistrationRow) {
  if (registration.state !== "active") return null;
  const people = await attendeesOf(db, registration.id);
  return {
    registrationId: registration.id,
    accessKey: registration.access_key,
    count: people.length,
    unnamed: people.filter(({ is_named }) => !is_named).length,
  };
}

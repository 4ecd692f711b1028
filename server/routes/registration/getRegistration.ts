import { notFound } from "../../domainError.ts";
import { presentEvent, presentWholeEvent } from "../../events/present.ts";
import { eventKey, shownEventById } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { guestTicketUrl } from "../../letters/ticketPageUrl.ts";
import { presentPurchase, purchasesOf } from "../../orders/purchases.ts";
import { orderOfRegistration, presentOrder } from "../../orders/rows.ts";
import { missingOf } from "../../registrations/missing.ts";
import { presentAttendees, presentQuote, presentRegistration } from "../../registrations/present.ts";
import { proofOf } from "../../registrations/proof.ts";
import { attendeesOf, registrationById } from "../../registrations/rows.ts";

export const getRegistration = route(
  "registration/getRegistration",
  async ({ query, viewer }, { db, clock, publicUrl }) => {
    const row = await registrationById(db, query.registrationId);
    const event = row === undefined ? undefined : await shownEventById(db, row.event_id, clock());
    if (row === undefined || event === undefined) throw notFound("registration");
    const proof = proofOf(row, query, isStaffOf(viewer, event.club_id));
    const attendees = await attendeesOf(db, row.id, {
      qrUuid: proof === "attendee" ? query.qrUuid : undefined,
    });
    // The secret of a guest's own ticket shows only this ticket, not the other tickets or the order.
    const isWhole = proof === "registration";
    if (!isWhole && attendees.length === 0) throw notFound("registration");
    const missing = await missingOf(db, row.id);
    const key = row.state === "active" ? await eventKey(db, event.id) : undefined;
    const order = isWhole ? await orderOfRegistration(db, row.id) : undefined;
    const purchases = isWhole && row.state === "active" ? await purchasesOf(db, row.id) : [];
    return {
      payload: {
        registration: isWhole
          ? presentRegistration(row)
          : { ...presentRegistration(row), email: null, additionalFields: {} },
        attendees: presentAttendees(attendees, key?.private_key ?? null).map((one, index) => ({
          ...one,
          missing: missing.get(one.id) ?? [],
          ...(isWhole && { guestLink: guestTicketUrl(publicUrl, event.slug, attendees[index]!) }),
        })),
        quote: isWhole ? presentQuote(row) : null,
        order: order === undefined ? null : presentOrder(order),
        extrasPurchases: purchases.map((one) => presentPurchase(one, key?.private_key ?? null)),
        event: row.state === "active" ? presentWholeEvent(event) : presentEvent(event),
      },
    };
  },
);

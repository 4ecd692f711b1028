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
import { presentGuest } from "../../selfService/guest.ts";

export const getRegistration = route(
  "registration/getRegistration",
  async ({ query, viewer }, { db, clock, publicUrl }) => {
    const row = await registrationById(db, query.registrationId);
    const event = row === undefined ? undefined : await shownEventById(db, row.event_id, clock());
    if (row === undefined || event === undefined) throw notFound("registration");
    const proof = proofOf(row, query, isStaffOf(viewer, event.club_id));
    const isWhole = proof === "registration";
    const rows = await attendeesOf(db, row.id, { qrUuid: isWhole ? undefined : query.qrUuid });
    if (!isWhole && rows.length === 0) throw notFound("registration");
    const isActive = row.state === "active";
    const shownEvent = isActive ? presentWholeEvent(event) : presentEvent(event);
    if (!isWhole)
      return {
        payload: {
          registration: { ...presentRegistration(row), email: null, additionalFields: {} },
          attendees: [await presentGuest(db, rows[0]!, isActive)],
          quote: null,
          order: null,
          extrasPurchases: [],
          event: shownEvent,
        },
      };
    const missing = await missingOf(db, row.id);
    const key = isActive ? await eventKey(db, event.id) : undefined;
    const order = await orderOfRegistration(db, row.id);
    const purchases = isActive ? await purchasesOf(db, row.id) : [];
    return {
      payload: {
        registration: presentRegistration(row),
        attendees: presentAttendees(rows, key?.private_key ?? null).map((one, index) => ({
          ...one,
          missing: missing.get(one.id) ?? [],
          guestLink: guestTicketUrl(publicUrl, event.slug, rows[index]!),
        })),
        quote: presentQuote(row),
        order: order === undefined ? null : presentOrder(order),
        extrasPurchases: purchases.map((one) => presentPurchase(one, key?.private_key ?? null)),
        event: shownEvent,
      },
    };
  },
);

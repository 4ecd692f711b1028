import { DomainError } from "../../domainError.ts";
import { visibleEvent } from "../../events/visible.ts";
import { route } from "../../http/route.ts";
import { isStaffOf } from "../../http/staff.ts";
import { closedCode, usedUp, usesLeft } from "../../promoCodes/judge.ts";
import { presentOffer } from "../../promoCodes/present.ts";
import { promoCodeByText } from "../../promoCodes/rows.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const check = route("promoCode/check", async ({ body, viewer }, { db, clock }) => {
  const event = await visibleEvent(db, body.eventId, (clubId) => isStaffOf(viewer, clubId));
  const row = await promoCodeByText(db, event.id, body.code);
  // One that staff took off is as if it had never been.
  if (row?.is_active !== true) throw new DomainError("notFound", "This code is not known for this event.");
  const closed = closedCode(row, clock());
  if (closed !== null) throw closed;
  if (usesLeft(row) === 0) throw usedUp(0);
  const tickets = await ticketsOfEvent(db, event.id, { active: true });
  return { payload: presentOffer(row, tickets, event.currency) };
});

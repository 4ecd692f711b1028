import { notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { route } from "../../http/route.ts";
import { orderById, presentOrder } from "../../orders/rows.ts";
import { isSameSecret } from "../../registrations/proof.ts";
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
  return {
    payload: {
      sponsorship: presentOwnSponsorship(row),
      isPublic: row.is_public,
      logoUrl: sponsorLogoUrl(row),
      logoUntil: logoUntil(row, event, clock())?.toISOString() ?? null,
      order: presentOrder(order),
      keptUntil: order.held_until?.toISOString() ?? null,
      now: clock().toISOString(),
    },
  };
});

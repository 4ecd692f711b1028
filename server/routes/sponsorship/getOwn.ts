import { notFound } from "../../domainError.ts";
import { route } from "../../http/route.ts";
import { orderById, presentOrder } from "../../orders/rows.ts";
import { isSameSecret } from "../../registrations/proof.ts";
import {
  presentOwnSponsorship,
  sponsorLogoUrl,
  sponsorshipById,
} from "../../sponsorships/sponsorshipRows.ts";

export const getOwn = route("sponsorship/getOwn", async ({ query }, { db, clock }) => {
  const row = await sponsorshipById(db, query.sponsorshipId);
  const order = row?.order_id ? await orderById(db, row.order_id) : undefined;
  if (row === undefined || order === undefined || !isSameSecret(query.accessKey, row.access_key))
    throw notFound("sponsorship");
  return {
    payload: {
      sponsorship: presentOwnSponsorship(row),
      isPublic: row.is_public,
      logoUrl: sponsorLogoUrl(row),
      order: presentOrder(order),
      keptUntil: order.held_until?.toISOString() ?? null,
      now: clock().toISOString(),
    },
  };
});

import { notFound } from "../../domainError.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { actorNames, historyOf } from "../../orders/history.ts";
import { orderAsListed } from "../../orders/listed.ts";
import { hasPaidLaterExtras, purchaseOfOrder } from "../../orders/purchases.ts";
import { presentRefund, refundsOf } from "../../refunds/rows.ts";
import { presentSponsorship, sponsorshipOfOrder } from "../../sponsorships/sponsorshipRows.ts";

export const getHistory = route("order/getHistory", async ({ query, viewer }, { db }) => {
  const order = await orderAsListed(db, query.orderId);
  if (order === undefined) throw notFound("order");
  await ownEvent(db, viewer, order.eventId, "order");
  const refunds = await refundsOf(db, order.id);
  const actors = refunds.map(({ actor }) => actor);
  const names = await actorNames(db, actors);
  const sponsorship = await sponsorshipOfOrder(db, order.id);
  return {
    payload: {
      order,
      refunds: refunds.map((row) => presentRefund(row, names.get(row.actor) ?? "")),
      history: await historyOf(db, order),
      paidLater:
        order.purpose === "registration" &&
        order.registrationId !== null &&
        (await hasPaidLaterExtras(db, order.registrationId)),
      handed: (await purchaseOfOrder(db, order.id))?.handed ?? [],
      sponsor: sponsorship === undefined ? null : presentSponsorship(sponsorship).sponsorData,
    },
  };
});

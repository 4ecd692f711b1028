import type { APIRequestContext } from "@playwright/test";
import type { BodyInput, CallName, PayloadOf } from "../../contract/all.ts";
import {
  buildEntry,
  buildEvent,
  buildExtras,
  buildPackage,
  buildTicket,
} from "../../server/testing/builders.ts";
import { expect, type PurchaseSite } from "./purchaseSite.ts";

interface RenderedPage {
  path: string;
  heading: string | RegExp;
}

/** Makes an event with purchases. Lists public pages that need scripts, and those that are complete without them. */
export async function renderedPages(
  { db }: PurchaseSite,
  request: APIRequestContext,
): Promise<{ needScript: RenderedPage[]; complete: RenderedPage[] }> {
  const post = async <N extends CallName>(name: N, data: BodyInput<N>): Promise<PayloadOf<N>> => {
    const reply = await request.post(`/api/${name}`, { data });
    expect(reply.status(), await reply.text()).toBe(200);
    return ((await reply.json()) as { payload: PayloadOf<N> }).payload;
  };
  const event = await buildEvent(db);
  const { id: eventId, slug } = event;
  const { id: ticketId } = await buildTicket(db, eventId, { price: 0 });
  const { id: soldOutId } = await buildTicket(db, eventId, { title: "Balcony", price: 0, maxStock: 1 });
  const { id: extrasId } = await buildExtras(db, eventId, { price: 1500 });
  await buildPackage(db, eventId);
  const registerFor = async (id: number) => {
    const attendees = [{ ticketId: id, firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" }];
    const bought = { eventId, tickets: [{ ticketId: id, quantity: 1 }], email: "ada@example.org", attendees };
    const { registration, accessKey } = await post("registration/express", bought);
    return { registrationId: registration.id, accessKey };
  };
  const own = await registerFor(ticketId);
  await registerFor(soldOutId);
  const extrasPurchase = await post("extras/purchaseExtras", { ...own, extras: [{ extrasId, quantity: 1 }] });
  const proof = `registrationId=${own.registrationId}&accessKey=${own.accessKey}`;

  const createSponsorship = async () => {
    const sponsorData = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
    const { sponsorship, accessKey } = await post("sponsorship/create", {
      eventId,
      amount: 2500,
      sponsorData,
    });
    const sponsorProof = { sponsorshipId: sponsorship.id, accessKey };
    return {
      sponsorProof,
      path: `/Pricing?event=${slug}&sponsorshipId=${sponsorship.id}&accessKey=${accessKey}`,
    };
  };
  const unpaid = await createSponsorship();
  const released = await createSponsorship();
  await post("sponsorship/release", released.sponsorProof);

  const waitingEntry = async (state: "waiting" | "left") => {
    const entry = await buildEntry(db, { event, ticketId: soldOutId });
    await db.updateTable("waiting_entries").set({ state }).where("id", "=", entry.entryId).execute();
    return { ...entry, path: `/${slug}/waiting-list?entry=${entry.entryId}&accessKey=${entry.accessKey}` };
  };
  const offered = await waitingEntry("waiting");
  const held = await post("registration/initRegistration", {
    eventId,
    tickets: [{ ticketId, quantity: 1 }],
  });
  await db
    .updateTable("waiting_entries")
    .set({
      state: "offered",
      registration_id: held.registration.id,
      offered_until: new Date(Date.now() + 600_000),
    })
    .where("id", "=", offered.entryId)
    .execute();

  return {
    needScript: [
      { path: `/${slug}/tickets`, heading: "Choose your tickets" },
      { path: `/ExtrasPurchase?event=${slug}&${proof}`, heading: "Add extras" },
      { path: `/ExtrasPurchase?event=${slug}&${proof}&step=pay`, heading: "Add extras" },
      {
        path: `/ExtrasPurchase?event=${slug}&${proof}&paymentIntentId=${extrasPurchase.paymentIntentId}`,
        heading: "Your payment did not arrive",
      },
      { path: `/Pricing?event=${slug}`, heading: /^Support / },
      { path: unpaid.path, heading: "Review and pay" },
      { path: `${unpaid.path}&paymentIntentId=some-intent`, heading: "One moment" },
      { path: (await waitingEntry("waiting")).path, heading: "You are on the waiting list" },
      { path: offered.path, heading: "There is a place for you" },
    ],
    complete: [
      { path: "/", heading: "Find your next event" },
      { path: "/club", heading: "Clubs" },
      { path: `/club/${event.clubId}`, heading: /^Club / },
      { path: "/auth", heading: /^Tickets, guests and the door/ },
      { path: `/${slug}`, heading: "Summer Gala" },
      { path: `/${slug}/tickets?${proof}`, heading: "Your ticket" },
      { path: `/${slug}/find-tickets`, heading: "Find my tickets" },
      { path: "/find-tickets", heading: "Find my tickets" },
      { path: `/ExtrasPurchase?event=${slug}`, heading: "Add extras to your tickets" },
      { path: "/Pricing", heading: "Support an event" },
      { path: released.path, heading: "The time to pay has run out" },
      { path: `/${slug}/waiting-list?ticket=${soldOutId}`, heading: "Join the waiting list" },
      { path: (await waitingEntry("left")).path, heading: "You are not on the waiting list any more" },
    ],
  };
}

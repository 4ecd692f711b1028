import { formatEventTime, formatMoment } from "../../contract/rules/time/eventTime.ts";
import { offerHoursWords, placesPriceWords } from "../../contract/rules/waiting/waitingWords.ts";
import type { Db } from "../db/pool.ts";
import { calendarEntry, organiserOf } from "../events/calendarEntry.ts";
import { configOf } from "../events/present.ts";
import { eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { pageUrls } from "../pageUrls.ts";
import { placesPrice } from "../waiting/price.ts";
import { entryById } from "../waiting/rows.ts";
import { unsubscribeUrl, waitingPageUrl } from "./waitingPageUrl.ts";

/** The mail to an entry's person; null if it no longer fits the entry's state, or the event is cancelled or deleted. */
export async function waitingMail(
  db: Db,
  mail: QueuedMail<"waitingJoined" | "waitingOffer" | "waitingLapsed">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const { entryId } = mail.payload;
  const entry = await entryById(db, entryId);
  const event = entry && (await eventById(db, entry.event_id));
  if (entry === undefined || event === undefined || event.cancelled_at !== null) return null;
  const letters = await import("./mails/waitingMail.ts");
  const calendar = calendarEntry(event, publicUrl);
  const shared = {
    recipientName: entry.name,
    eventName: event.name,
    organiser: organiserOf(event),
    location: event.location,
    when: formatEventTime(calendar, null),
    places: entry.places,
    wanted: `${entry.places} × ${entry.ticket_title}`,
    price: placesPriceWords(placesPrice(entry, event), { places: entry.places, currency: event.currency }),
    placeUrl: waitingPageUrl(publicUrl, event.slug, entry),
    unsubscribeUrl: unsubscribeUrl(publicUrl, entry),
  };
  const to = { name: entry.name, address: mail.recipient };
  if (mail.kind === "waitingLapsed") {
    if (entry.state_now !== "lapsed") return null;
    const eventUrl = pageUrls.event(publicUrl, event.slug);
    return { to, ...(await letters.composeWaitingLapsedMail({ ...shared, eventUrl })) };
  }
  // Also for `waitingJoined`: somebody who has an offer may have asked for the link again.
  if (entry.state_now === "offered" && entry.offered_until !== null) {
    const offeredUntil = formatMoment(entry.offered_until, calendar);
    const until = `${offeredUntil.text}, ${offeredUntil.zoneLabel}`;
    return { to, ...(await letters.composeWaitingOfferMail({ ...shared, until })) };
  }
  if (mail.kind === "waitingOffer" || entry.state_now !== "waiting") return null;
  const keptFor = offerHoursWords(configOf(event).waitingOfferHours);
  return { to, ...(await letters.composeWaitingJoinedMail({ ...shared, keptFor })) };
}

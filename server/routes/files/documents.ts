import type { FastifyInstance } from "fastify";
import { formatEventTime, knownZone } from "../../../contract/rules/time/eventTime.ts";
import { clubById } from "../../clubs/rows.ts";
import { calendarFeed, calendarFile, calendarType, feedType } from "../../documents/calendar.ts";
import { ticketPdf } from "../../documents/ticketPdf.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { calendarEntry, publicCalendarEntry } from "../../events/calendarEntry.ts";
import { eventById, eventBySlug, eventKey, listEvents } from "../../events/rows.ts";
import { visible } from "../../events/visible.ts";
import { matchesEtag, weakEtag } from "../../http/etag.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { printedPurchases, printedTickets } from "../../letters/printed.ts";
import { imageFile } from "../../media/images.ts";
import { readImage } from "../../media/readImage.ts";
import { purchasesOf } from "../../orders/purchases.ts";
import { orderOfRegistration } from "../../orders/rows.ts";
import { presentAttendees } from "../../registrations/present.ts";
import { proofOf } from "../../registrations/proof.ts";
import { attendeesOf, registrationById } from "../../registrations/rows.ts";
import { sendAttachment } from "./attachment.ts";

/** A calendar to subscribe to leaves out later events. */
const mostInFeed = 500;

/** Registers tickets as PDF, pictures, calendar entries and calendars to subscribe to. */
export function registerDocuments(
  app: FastifyInstance,
  { db, sessions, passes, publicUrl, dataDir, clock }: Services,
): void {
  const tickets = { name: "registration/ticketPdf", sessions, passes } as const;
  registerFile(app, tickets, async ({ query, reply }) => {
    const registration = await registrationById(db, query.registrationId);
    const event = registration && (await eventById(db, registration.event_id));
    const key = registration && (await eventKey(db, registration.event_id));
    if (registration === undefined || event === undefined || key === undefined)
      throw notFound("registration");
    const isWhole = proofOf(registration, query, false) === "registration";
    const rows = await attendeesOf(db, registration.id, { qrUuid: isWhole ? undefined : query.qrUuid });
    if (rows.length === 0) throw notFound("registration");
    if (registration.state !== "active")
      throw new DomainError("notActive", "These tickets are not valid (yet).");
    const order = await orderOfRegistration(db, registration.id);
    const entry = calendarEntry(event, publicUrl);
    const when = formatEventTime(entry, registration.user_timezone && knownZone(registration.user_timezone));
    const pdf = await ticketPdf({
      eventName: event.name,
      clubName: event.club_name,
      when: `${when.text}\n${when.zoneLabel}`,
      whenLocal: when.readerText === null ? null : `${when.readerText}, ${when.readerZoneLabel}`,
      location: event.location,
      bannerPath: event.banner === null ? null : imageFile(dataDir, "event-banner", event.banner),
      attendees: printedTickets(presentAttendees(rows, key.private_key), order?.order_number ?? null),
      purchases: isWhole ? printedPurchases(await purchasesOf(db, registration.id), key.private_key) : [],
    });
    const fileName = `tickets-${event.slug.replace(/[^a-z0-9-]/g, "")}.pdf`;
    return sendAttachment(reply, { type: "application/pdf", fileName }, pdf);
  });

  for (const kind of ["club-logo", "event-banner", "sponsor-logo"] as const) {
    const picture = { name: `${kind}/{file}`, sessions, passes } as const;
    registerFile(app, picture, async ({ params, query, request, reply }) => {
      const image = await readImage(dataDir, kind, params.file, {
        width: query.w ?? null,
        accept: request.headers.accept ?? null,
      });
      if (image === null) throw notFound("picture");
      reply
        .header("vary", "accept")
        .header("etag", image.etag)
        .header(
          "cache-control",
          image.isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        )
        .header("content-security-policy", "default-src 'none'; sandbox");
      if (request.headers["if-none-match"] === image.etag) return reply.status(304).send();
      return reply.header("content-type", image.type).send(image.body);
    });
  }

  const calendar = { name: "event/calendar.ics", sessions, passes } as const;
  registerFile(app, calendar, async ({ query, reply }) => {
    const event = visible(await eventBySlug(db, query.slug, clock()), () => false);
    const entry = publicCalendarEntry(event, publicUrl);
    return reply
      .header("content-type", calendarType(entry))
      .header("content-disposition", `attachment; filename="${event.slug.replace(/[^a-z0-9-]/g, "")}.ics"`)
      .header("cache-control", "public, max-age=60")
      .send(calendarFile(entry));
  });
  const feed = { name: "event/feed.ics", sessions, passes } as const;
  registerFile(app, feed, async ({ query: { clubId }, request, reply }) => {
    const club = clubId === undefined ? null : await clubById(db, clubId);
    if (club === undefined) throw notFound("club");
    const now = clock();
    const filter = { clubId, onlyListed: true, endsAfter: now };
    const events = await listEvents(db, filter, { limit: mostInFeed, offset: 0, now });
    const entries = events.map((event) => publicCalendarEntry(event, publicUrl));
    const text = calendarFeed(club?.name ?? "Foyer", entries);
    const etag = weakEtag(text);
    // A calendar can have many subscribers, so a proxy may answer them.
    reply.header("cache-control", "public, max-age=300").header("etag", etag);
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply
      .header("content-type", feedType)
      .header("content-disposition", 'inline; filename="events.ics"')
      .send(text);
  });
}

import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { guestTicketUrl, ticketPageUrl } from "../server/letters/ticketPageUrl.ts";
import { waitingPageUrl } from "../server/letters/waitingPageUrl.ts";
import { pageUrls } from "../server/pageUrls.ts";
import { pages, paths } from "../web/paths.ts";

const site = "https://tickets.example";
const slug = "summer-gala";

test("the server and the pages make the same addresses of an event, tickets, a sponsorship and a waiting list", () => {
  expect(pageUrls.event(site, slug)).toBe(site + paths.event(slug));
  expect(ticketPageUrl(site, slug, { id: 7, access_key: "a/key+" })).toBe(
    site + paths.tickets(slug, { registrationId: 7, accessKey: "a/key+" }),
  );
  expect(guestTicketUrl(site, slug, { registration_id: 7, qr_uuid: "uuid" })).toBe(
    site + paths.tickets(slug, { registrationId: 7, qrUuid: "uuid" }),
  );
  expect(pageUrls.sponsor(site, slug, { id: 3, access_key: "a/key+" })).toBe(
    site + paths.pricing(slug, { sponsorshipId: 3, accessKey: "a/key+" }),
  );
  expect(waitingPageUrl(site, slug, { id: 3, access_key: "a/key+" })).toBe(
    site + paths.waitingList(slug, { entry: 3, accessKey: "a/key+" }),
  );
});

test("the links to a new password, an invitation, confirmations, the profile, a club, the search for tickets and a helper's door open their pages", () => {
  expect(new URL(pageUrls.resetPassword(site, "token")).pathname).toBe(pages.resetPassword.path);
  expect(new URL(pageUrls.teamInvitation(site, "token")).pathname).toBe(pages.acceptInvitation.path);
  expect(new URL(pageUrls.confirmClub(site, "token")).pathname).toBe(pages.confirmClub.path);
  expect(new URL(pageUrls.confirmEmail(site, "token")).pathname).toBe(pages.confirmEmail.path);
  expect(pageUrls.profile(site)).toBe(site + paths.profile());
  expect(pageUrls.club(site, 7)).toBe(site + paths.club(7));
  expect(pageUrls.findTickets(site)).toBe(site + paths.findAllTickets());
  const door = new URL(pageUrls.helperDoor(site, "secret"));
  expect(matchPath(pages.helperDoor.path, door.pathname)?.params).toEqual({ secret: "secret" });
});

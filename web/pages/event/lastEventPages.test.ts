import { expect, test } from "vitest";
import { pages } from "../../paths.ts";
import { barePage } from "./lastEventPages.ts";

test("each admin page that the spec lists without an event stands for one of an event", () => {
  const { checkin, config, edit, extras, formBuilder, landingConfig, sponsorshipPackages } = pages;
  const { sponsorships, statistics, ticketsOfEvent } = pages;
  for (const { path } of [
    ...[checkin, config, edit, extras, formBuilder, landingConfig, sponsorshipPackages],
    ...[sponsorships, statistics, ticketsOfEvent],
  ]) {
    expect(barePage(path)).toBe(path.slice(1));
    expect(Object.values(pages).some((page) => page.path === `/event/:eventId${path}`)).toBe(true);
  }
  expect(["/", "/event/3/tickets", "/nothing"].map(barePage)).toEqual([null, null, null]);
});

import { expect, test } from "vitest";
import type { ClubEntry } from "../../../contract/shapes/club.ts";
import { clubsMatching, removedWithClub, revenueWords } from "./figureWords.ts";

const club = (name: string, rest: Partial<ClubEntry> = {}): ClubEntry => ({
  id: 1,
  name,
  location: "",
  logo: null,
  logoUrl: "",
  contactEmail: null,
  phone: null,
  showContact: false,
  seller: { legalName: "", address: "", country: "", taxNumber: null, register: null },
  imprintUrl: null,
  privacyUrl: null,
  termsUrl: null,
  refundPolicyUrl: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  figures: null,
  ...rest,
});

test("a search finds clubs that have every word in their name, place, e-mail or phone", () => {
  const clubs = [
    club("Harbour Club", { location: "Hamburg", contactEmail: "info@example.org" }),
    club("ชมรมเรือ", { phone: "+66 2 123" }),
  ];
  const names = (search: string) => clubsMatching(clubs, search).map(({ name }) => name);
  expect(names("")).toHaveLength(2);
  expect(names("hamburg  HARB info@")).toEqual(["Harbour Club"]);
  expect(names("เรือ")).toEqual(["ชมรมเรือ"]);
  expect(names("harbour 123")).toEqual([]);
});

test("revenue is shown by currency", () => {
  expect(revenueWords([])).toBe("–");
  expect(
    revenueWords([
      { currency: "eur", amount: 5000 },
      { currency: "usd", amount: 1250 },
    ]),
  ).toBe("€50 · $12.50");
});

test("the events, attendees and accounts removed with a club are counted", () => {
  const figures = { admins: 1, events: 2, comingEvents: 0, attendees: 1200, paidOrders: 0, revenue: [] };
  expect(removedWithClub(figures)).toBe("2 events, 1,200 attendees and 1 account");
});

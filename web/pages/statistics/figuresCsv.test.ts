import { expect, test } from "vitest";
import { figuresCsv } from "./figuresCsv.ts";

const statistics = {
  historicalRegistrationCount: 2,
  historicalCheckinCount: 1,
  totalRegistrationCount: 40,
  totalCheckinCount: 3,
};
const text = (title: string) =>
  figuresCsv({
    figures: {
      statistics,
      series: {
        step: "day",
        registrations: [{ from: "2026-06-09T22:00:00.000Z", count: 2 }],
        registeredBefore: 0,
        tickets: [{ ticketId: 1, title, count: 40 }],
        arrivals: [{ from: "2026-06-15T17:00:00.000Z", count: 1 }],
        revenue: [
          { source: "ticket", amount: 250_050 },
          { source: "refund", amount: -1000 },
        ],
        currency: "eur",
      },
    },
    date: "2026-06-15",
    timeZone: "Europe/Berlin",
    clock: (instant) => instant.slice(0, 10),
  });

test("the file of the statistics has counts, tickets, registrations, arrivals and revenue", () => {
  expect(text("Standard").split("\r\n")).toEqual([
    '\uFEFF"Figure","Group","Value"',
    '"Attendees registered","2026-06-15","2"',
    '"Checked in","2026-06-15","1"',
    '"Attendees registered","Total","40"',
    '"Checked in","Total","3"',
    '"Attendees by ticket","Standard","40"',
    '"Registrations by day (Europe/Berlin)","2026-06-09","2"',
    '"Arrivals by quarter of an hour (Europe/Berlin)","2026-06-15","1"',
    '"Revenue (EUR)","Tickets","2500.5"',
    '"Revenue (EUR)","Refunded","-10"',
    "",
  ]);
});

test.each([
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ["+1", '"\'+1"'],
  ["@SUM(A1)", '"\'@SUM(A1)"'],
  ["Early, bird", '"Early, bird"'],
  ["บัตร", '"บัตร"'],
])("the ticket title %j is written as text, not as a formula", (title, written) => {
  expect(text(title)).toContain(`"Attendees by ticket",${written},"40"`);
});

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import {
  buyerAddress,
  buyerAddressSql,
  ticketAddress,
  ticketAddressSql,
  ticketRecipients,
} from "./addressees.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const address = fc.constantFrom("mia@example.org", "Mia@Example.org", "leo@example.org", "ada@example.org");
const addressee = fc.record({ email: fc.option(address) });

test("a ticket is mailed to its attendee, or to the buyer if the attendee has no address", () => {
  const buyer = { email: "buyer@example.org" };
  expect(ticketAddress({ email: "guest@example.org" }, buyer)).toBe("guest@example.org");
  expect(ticketAddress({ email: null }, buyer)).toBe("buyer@example.org");
  expect(ticketAddress({ email: null }, { email: null })).toBeNull();
});

test("each address of a registration, the buyer's and every ticket's, gets one mail", () => {
  fc.assert(
    fc.property(addressee, fc.array(addressee, { maxLength: 6 }), (registration, attendees) => {
      const mailed = ticketRecipients(registration, attendees).map((one) => one.toLowerCase());
      const expected = [registration.email, ...attendees.map((one) => ticketAddress(one, registration))];
      expect(new Set(mailed).size).toBe(mailed.length);
      expect(new Set(mailed)).toEqual(new Set(expected.flatMap((one) => one?.toLowerCase() ?? [])));
    }),
  );
});

test.each([
  ["guest@example.org", "buyer@example.org"],
  [null, "buyer@example.org"],
  ["guest@example.org", null],
  [null, null],
])(
  "the database and the code choose the same address for a ticket of %j, bought by %j",
  async (own, buyer) => {
    const { rows } = await sql<{ address: string | null }>`
    select ${ticketAddressSql} as address
    from (values (${own}::text)) as a (email), (values (${buyer}::text)) as r (email)`.execute(database.db);
    expect(rows[0]?.address).toBe(ticketAddress({ email: own }, { email: buyer }));
  },
);

test.each([
  ["buyer@example.org", undefined],
  [undefined, "sponsor@example.org"],
  [undefined, undefined],
  [null, undefined],
])(
  "the database and the code choose the same buyer address: registration %j, sponsor %j",
  async (buyer, sponsor) => {
    const registration = buyer === undefined ? undefined : { email: buyer };
    const sponsorship = sponsor === undefined ? undefined : { sponsor_data: { email: sponsor } };
    const { rows } = await sql<{ address: string | null }>`
    select ${buyerAddressSql} as address
    from (values (${buyer ?? null}::text)) as r (email),
      (values (${JSON.stringify(sponsorship?.sponsor_data ?? null)}::jsonb)) as s (sponsor_data)`.execute(
      database.db,
    );
    expect(rows[0]?.address).toBe(buyerAddress({ registration, sponsorship }));
  },
);

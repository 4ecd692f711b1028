import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overallSaleState, ticketSaleState } from "../../contract/rules/sales.ts";
import { isPassword } from "../../server/accounts/passwords/passwords.ts";
import { userByEmail } from "../../server/accounts/rows.ts";
import { auditDoor } from "../../server/door/auditDoor.ts";
import { eventSaleFields, presentEvent } from "../../server/events/present.ts";
import { eventBySlug } from "../../server/events/rows.ts";
import { auditCounters } from "../../server/holds/auditCounters.ts";
import { promoCodesOfEvent } from "../../server/promoCodes/rows.ts";
import { type TestDatabase, testDatabase } from "../../server/testing/database.ts";
import { sellingTicket } from "../../server/tickets/present.ts";
import { ticketsOfEvent } from "../../server/tickets/rows.ts";
import { demoAccounts, seedDemo } from "./seed.ts";

// Any date: the demo world must not depend on it.
const now = new Date("2031-02-18T10:00:00Z");
let dataDir: string;
let database: TestDatabase;
let isMade: boolean;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foyer-demo-"));
  database = await testDatabase();
  isMade = await seedDemo(database.db, { dataDir, now });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function readEvent(slug: string) {
  const event = (await eventBySlug(database.db, slug, new Date()))!;
  const tickets = await ticketsOfEvent(database.db, event.id, { onlyActive: true });
  const selling = eventSaleFields(event);
  return {
    event,
    tickets,
    state: overallSaleState(selling, tickets.map(sellingTicket), now),
    states: tickets.map((ticket) => ticketSaleState(selling, sellingTicket(ticket), now)),
    left: tickets.reduce((sum, ticket) => sum + ticket.max_stock - ticket.sold - ticket.held, 0),
  };
}

const count = async (table: "attendees" | "checkins" | "mails" | "events" | "clubs") => {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*) from ${table}`);
  return rows[0]!.count;
};

describe("the demo world", () => {
  test("the demo world is made in an empty database, with counters that match the rows", async () => {
    expect(isMade).toBe(true);
    expect([...(await auditCounters(database.db)), ...(await auditDoor(database.db))]).toEqual([]);
    expect(await count("attendees")).toBeGreaterThan(400);
  });

  test("the demo world has an event with three ticket types, extras, five kinds of question, tax and sponsor packages", async () => {
    const gala = await readEvent("gala-night");
    expect(gala.states).toEqual(["onSale", "onSale", "onSale"]);
    expect(gala.event).toMatchObject({
      currency: "eur",
      tax_type: "percent",
      tax_amount: 19,
      prices_include_tax: true,
    });
    const { rows } = await database.pool.query<{ extras: number; types: number[]; packages: number }>(
      `select (select count(*) from extras where event_id = $1) as extras,
        (select array_agg(distinct type_id::int order by type_id::int) from form_questions where event_id = $1) as types,
        (select count(*) from sponsorship_packages where event_id = $1) as packages`,
      [gala.event.id],
    );
    expect(rows[0]).toEqual({ extras: 3, types: [0, 1, 2, 3, 4], packages: 3 });
  });

  test("the demo gala asks for a main course only if the ticket includes dinner", async () => {
    const { event } = await readEvent("gala-night");
    const { rows } = await database.pool.query<{ title: string }>(
      `select t.title from form_questions q join tickets t on t.id = any(q.ticket_ids)
       where q.event_id = $1 and q.text = 'Your main course' order by t.sort_order`,
      [event.id],
    );
    expect(rows.map(({ title }) => title)).toEqual(["Dinner and dance", "Under 28"]);
  });

  test("the demo gala has sponsorships, donations and promo codes", async () => {
    const { event } = await readEvent("gala-night");
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select s.package_type as gave, s.payment_status as paid, p.sold_count as sold, o.payment_id is not null as booked
       from sponsorships s join orders o on o.id = s.order_id left join sponsorship_packages p on p.id = s.package_id
       where s.event_id = $1 order by s.created_at`,
      [event.id],
    );
    const paid = { paid: "paid", booked: true };
    expect(rows).toEqual([
      { gave: "Friend of the quay", sold: 1, ...paid },
      { gave: "A table of your own", sold: 1, ...paid },
      { gave: "donation", sold: null, ...paid },
      { gave: "donation", sold: null, ...paid },
    ]);
    const codes = await promoCodesOfEvent(database.db, event.id);
    expect(codes.map(({ code, kind }) => ({ code, kind }))).toEqual([
      { code: "CREW", kind: "percent" },
      { code: "NEIGHBOURS", kind: "amount" },
    ]);
  });

  test("every demo order has its history, at the time of the order", async () => {
    const { rows } = await database.pool.query<{ orders: number; recorded: number }>(
      `select count(*) as orders, count(*) filter (where (
         select array_agg(a.action order by a.id) from audit_log a
         where a.entity = 'order' and a.entity_id = o.id and a.at = o.created_at
       ) = case o.payment_status when 'free' then array['placed'] else array['placed', 'paid'] end) as recorded from orders o`,
    );
    expect(rows[0]!.orders).toBeGreaterThan(200);
    expect(rows[0]!.recorded).toBe(rows[0]!.orders);
  });

  test("the demo world has an event with only a few places left", async () => {
    const run = await readEvent("night-run");
    expect(run).toMatchObject({ state: "onSale", left: 5, event: { currency: "usd" } });
    expect(run.states).toContain("soldOut");
  });

  test("the demo world has a sold-out event with prices in baht", async () => {
    expect(await readEvent("street-food")).toMatchObject({
      state: "soldOut",
      left: 0,
      event: { currency: "thb" },
    });
  });

  test("the sold-out demo event has a waiting list", async () => {
    const { event } = await readEvent("street-food");
    const { rows } = await database.pool.query(
      "select places, state from waiting_entries where event_id = $1 order by id",
      [event.id],
    );
    expect(rows).toEqual([2, 1, 2, 4].map((places) => ({ places, state: "waiting" })));
  });

  test("the demo world has a free event with one ticket type and no questions", async () => {
    const { event, tickets, state } = await readEvent("harbour-regatta");
    expect({ state, prices: tickets.map(({ price }) => price) }).toEqual({ state: "onSale", prices: [0] });
    const questions = await database.pool.query("select 1 from form_questions where event_id = $1", [
      event.id,
    ]);
    expect(questions.rowCount).toBe(0);
  });

  test("the demo world has an event that is over, with most people checked in", async () => {
    const { event, state } = await readEvent("candlelight-concert");
    expect(state).toBe("over");
    expect(await count("checkins")).toBeGreaterThan(event.attendee_count * 0.8);
    expect(await count("checkins")).toBeLessThan(event.attendee_count);
  });

  test("every demo event begins on its planned weekday, at its planned hour", async () => {
    for (const [slug, local] of [
      ["gala-night", "Saturday 18:30"],
      ["harbour-regatta", "Sunday 09:00"],
      ["candlelight-concert", "Friday 19:30"],
      ["night-run", "Saturday 20:00"],
      ["street-food", "Thursday 17:30"],
    ] as const) {
      const event = presentEvent((await eventBySlug(database.db, slug, new Date()))!);
      const format = new Intl.DateTimeFormat("en-GB", {
        timeZone: event.timeZone,
        weekday: "long",
        hour: "2-digit",
        minute: "2-digit",
      });
      expect(format.format(new Date(event.startDatetime)).replace(" at", "")).toBe(local);
    }
  });

  test("no demo registration is in the future or after the start of its event", async () => {
    const { rows } = await database.pool.query(
      `select r.id from registrations r join events e on e.id = r.event_id
       where r.created_at > least(e.start_datetime, $1)`,
      [now],
    );
    expect(rows).toEqual([]);
  });

  test("every paid demo order has a succeeded payment that the test provider knows", async () => {
    const { rows } = await database.pool.query<{ orders: number; known: number }>(
      `select count(*) as orders, count(i.id) as known from orders o
       left join payments p on p.id = o.payment_id and p.amount = o.total_amount and p.state = 'succeeded'
       left join test_intents i on i.id = p.provider_ref and i.amount = o.total_amount
         and i.metadata->>'foyerPaymentId' = p.id::text
       where o.payment_status = 'paid'`,
    );
    expect(rows[0]!.orders).toBeGreaterThan(200);
    expect(rows[0]!.known).toBe(rows[0]!.orders);
  });

  test("the demo accounts can sign in, and no mails are queued", async () => {
    expect(demoAccounts.map(({ email }) => email)).toEqual([
      "sudo@foyer.test",
      "admin@foyer.test",
      "siam@foyer.test",
    ]);
    for (const { email, password, role } of demoAccounts) {
      const user = await userByEmail(database.db, email);
      expect(user?.role).toBe(role === "sudo" ? 10 : 20);
      expect(await isPassword(user!.password_hash, password)).toBe(true);
    }
    expect(await count("mails")).toBe(0);
  });

  test("every demo event has a picture, and the logos of both demo clubs are stored", async () => {
    expect(await readdir(join(dataDir, "images", "event-banner"))).toHaveLength(5);
    expect(await readdir(join(dataDir, "images", "club-logo"))).toHaveLength(2);
    const withoutBanner = await database.db
      .selectFrom("events")
      .select("slug")
      .where("banner", "is", null)
      .execute();
    expect(withoutBanner).toEqual([]);
  });

  test("the demo world is not made again if there is a club", async () => {
    const before = [await count("clubs"), await count("events"), await count("attendees")];
    expect(await seedDemo(database.db, { dataDir, now })).toBe(false);
    expect([await count("clubs"), await count("events"), await count("attendees")]).toEqual(before);
  });
});

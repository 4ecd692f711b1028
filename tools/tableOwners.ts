/**
 * The module of server/ that owns each table. test/tables.test.ts checks statements against it, triggersDoc.ts the
 * functions of the database.
 */
import type { Schema } from "../server/db/schema.ts";

export type Table = keyof Schema;

/**
 * The module that writes a table. test/tables.test.ts lists the other modules that may write some. A table without an
 * owner does not compile.
 */
export const owners: Readonly<Record<Table, string>> = {
  answers: "registrations",
  app_users: "accounts",
  archived_records: "people",
  attendee_imports: "people",
  attendees: "registrations",
  audit_log: "audit",
  cases_done: "orders",
  checkins: "door",
  club_confirmations: "accounts",
  clubs: "clubs",
  detail_reminders: "selfService",
  door_changes: "door",
  door_devices: "door",
  door_links: "door",
  door_scans: "door",
  door_undone: "door",
  email_changes: "accounts",
  event_arrived: "stats",
  event_closings: "closings",
  event_keys: "events",
  event_registered: "stats",
  event_revenue: "stats",
  event_slugs: "events",
  events: "events",
  extras: "extras",
  extras_purchases: "orders",
  form_questions: "forms",
  idempotency_keys: "db",
  imports: "people",
  installation: "payments",
  intent_clients: "payments",
  limit_counts: "limits",
  mails: "mail",
  order_items: "orders",
  orders: "orders",
  password_resets: "accounts",
  payment_events: "payments",
  payments: "payments",
  promo_codes: "promoCodes",
  receipt_counters: "orders",
  receipts: "orders",
  recovery_codes: "accounts",
  refunds: "refunds",
  registrations: "registrations",
  second_factors: "accounts",
  sessions: "accounts",
  shared_capacities: "tickets",
  signin_devices: "accounts",
  signin_lanes: "accounts",
  sponsorship_packages: "sponsorships",
  sponsorships: "sponsorships",
  tax_rates: "clubs",
  team_invitations: "accounts",
  test_intents: "payments",
  tickets: "tickets",
  waiting_entries: "waiting",
  write_checks: "db",
};

/** Functions of the database that write tables of several modules, and the reasons. */
export const severalOwners: Readonly<Record<string, string>> = {
  door_write:
    "It writes scans, check-ins (door) and extras handed over (orders), so that a scan needs only one round trip.",
};

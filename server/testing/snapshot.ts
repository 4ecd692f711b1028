import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { EventConfig } from "../../contract/shapes/event.ts";
import type { EventRow } from "../events/rows.ts";
import type { ExtrasRow } from "../extras/rows.ts";
import type { Snapshot } from "../holds/decide.ts";
import type { PromoCodeRow } from "../promoCodes/rows.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { SharedRow } from "../tickets/sharedRows.ts";

export interface SnapshotSpec {
  event?: Partial<EventRow>;
  config?: Partial<EventConfig>;
  tickets?: (Partial<TicketRow> & { id: number })[];
  extras?: (Partial<ExtrasRow> & { id: number })[];
  shared?: (Partial<SharedRow> & { id: number })[];
  promoCodes?: (Partial<PromoCodeRow> & { id: number; code: string })[];
}

/** Makes a snapshot (holds/decide.ts); default: event 1 with ticket 11. */
export function snapshotOf({
  event = {},
  config = {},
  tickets = [{ id: 11 }],
  extras = [],
  shared = [],
  promoCodes = [],
}: SnapshotSpec): Snapshot {
  const createdAt = new Date("2026-01-01T00:00:00Z");
  const row: EventRow = {
    id: 1,
    club_id: 1,
    slug: "gala",
    name: "Summer Gala",
    description: "",
    location: "",
    start_datetime: new Date("2026-07-01T18:00:00Z"),
    end_datetime: new Date("2026-07-01T23:00:00Z"),
    time_zone: "Europe/Berlin",
    currency: "eur",
    tax_type: "percent",
    tax_amount: 0,
    prices_include_tax: false,
    is_active: true,
    cancelled_at: null,
    cancel_message: "",
    cancel_refunds: false,
    told: null,
    banner: null,
    landing_config: {},
    capacity: null,
    held: 0,
    sold: 0,
    attendee_count: 0,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    ...event,
    config: { ...config },
  };
  const ticketRows = tickets.map(
    (ticket): TicketRow => ({
      event_id: 1,
      title: "Standard",
      description: "",
      price: 2500,
      max_stock: 100,
      held: 0,
      sold: 0,
      sales_start: null,
      sales_end: null,
      valid_days: null,
      waiting_least: null,
      is_active: true,
      is_hidden: false,
      shared_capacity_id: null,
      tax_rate_id: null,
      tax_rate: null,
      sort_order: 0,
      created_at: createdAt,
      ...ticket,
    }),
  );
  const extrasRows = extras.map(
    (extra): ExtrasRow => ({
      event_id: 1,
      name: "Dinner",
      description: "",
      price: 1500,
      content: [],
      max_stock: 100,
      held: 0,
      sold: 0,
      is_active: true,
      tax_rate_id: null,
      tax_rate: null,
      created_at: createdAt,
      ...extra,
    }),
  );
  return {
    events: new Map([[row.id, row]]),
    tickets: new Map(ticketRows.map((ticket) => [ticket.id, ticket])),
    extras: new Map(extrasRows.map((extra) => [extra.id, extra])),
    shared: new Map(shared.map((one) => [one.id, sharedRow(one)])),
    promoCodes: new Map(promoCodes.map((one) => [one.id, promoCodeRow(one)])),
  };
}

function sharedRow(spec: Partial<SharedRow> & { id: number }): SharedRow {
  return {
    event_id: 1,
    title: "Main hall",
    max_places: 100,
    held: 0,
    sold: 0,
    created_at: new Date("2026-01-01T00:00:00Z"),
    ...spec,
  };
}

function promoCodeRow(spec: Partial<PromoCodeRow> & { id: number; code: string }): PromoCodeRow {
  return {
    event_id: 1,
    code_key: promoCodeKey(spec.code),
    kind: "percent",
    value: 10,
    ticket_ids: null,
    max_uses: null,
    starts_at: null,
    ends_at: null,
    is_active: true,
    held: 0,
    sold: 0,
    created_at: new Date("2026-01-01T00:00:00Z"),
    ...spec,
  };
}

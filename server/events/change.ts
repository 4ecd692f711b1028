import { eventProblems } from "../../contract/rules/eventRules.ts";
import { defaultCurrency, pricesIncludeTaxByDefault } from "../../contract/rules/money/currencies.ts";
import {
  type EventConfigChange,
  type EventInput,
  eventConfig,
  type LandingConfigChange,
} from "../../contract/shapes/event.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { cleanRichText } from "./richText.ts";
import type { EventChange, EventRow, NewEvent } from "./rows.ts";

export type NewEventValues = Omit<NewEvent, "slug">;

/** A new event's row, with defaults. Its calls require `name` and `startDatetime`. */
export function draftOf(input: EventInput, clubId: number): NewEventValues {
  const blank: NewEventValues = {
    club_id: clubId,
    name: input.name ?? "",
    description: "",
    location: "",
    start_datetime: new Date(input.startDatetime ?? Number.NaN),
    end_datetime: null,
    time_zone: "UTC",
    currency: defaultCurrency,
    tax_type: "percent",
    tax_amount: 0,
    prices_include_tax: pricesIncludeTaxByDefault(input.currency ?? defaultCurrency),
    is_active: false,
    banner: null,
    capacity: null,
    config: {},
    landing_config: {},
  };
  return { ...blank, ...changeOf(input, blank) };
}

/** The columns that an input sets, except slug and banner. */
export function changeOf(
  input: EventInput,
  row: Pick<EventRow, "config" | "landing_config">,
): Omit<EventChange, "slug" | "banner"> {
  return {
    ...definedField("name", input.name),
    ...definedField(
      "description",
      input.description === undefined ? undefined : cleanRichText(input.description),
    ),
    ...definedField("location", input.location),
    ...definedField("start_datetime", instantOf(input.startDatetime)),
    ...definedField("end_datetime", instantOf(input.endDatetime)),
    ...definedField("time_zone", input.timeZone),
    ...definedField("currency", input.currency),
    ...definedField("tax_type", input.taxType),
    ...definedField("tax_amount", input.taxAmount),
    ...definedField("prices_include_tax", input.pricesIncludeTax),
    ...definedField("is_active", input.isActive),
    ...(input.config ? configChange(input.config, row) : {}),
    ...(input.landingConfig ? changedLanding(input.landingConfig, row) : {}),
  };
}

/** Applies changes to the config and the capacity column. */
export function configChange(change: EventConfigChange, row: Pick<EventRow, "config">): EventChange {
  return { config: { ...row.config, ...change }, ...definedField("capacity", change.capacity) };
}

/** Applies changes to the event page's settings. */
export function changedLanding(
  change: LandingConfigChange,
  row: Pick<EventRow, "landing_config">,
): EventChange {
  const { enableLandingPage, heroTitle, heroSubtitle, overviewTitle, overviewDescription, accentColor } =
    change;
  return {
    landing_config: {
      ...row.landing_config,
      ...definedField("enableLandingPage", enableLandingPage),
      ...definedField("heroTitle", heroTitle),
      ...definedField("heroSubtitle", heroSubtitle),
      ...definedField("overviewTitle", overviewTitle),
      ...definedField(
        "overviewDescription",
        overviewDescription === undefined ? undefined : cleanRichText(overviewDescription),
      ),
      ...definedField("accentColor", accentColor?.toLowerCase() ?? accentColor),
    },
  };
}

type CheckedColumns = Pick<
  EventRow,
  "start_datetime" | "end_datetime" | "time_zone" | "tax_type" | "tax_amount" | "config"
>;

/** @throws invalidInput with the problems by field */
export function requireValidEvent(event: CheckedColumns): void {
  const { salesStart, salesEnd } = eventConfig.parse(event.config);
  const problems = eventProblems({
    startDatetime: event.start_datetime.toISOString(),
    endDatetime: event.end_datetime?.toISOString() ?? null,
    timeZone: event.time_zone,
    taxType: event.tax_type,
    taxAmount: event.tax_amount,
    config: { salesStart, salesEnd },
  });
  if (problems.length > 0) throw invalidInput(...problems);
}

/** @throws inUse if the capacity is less than the places sold and held */
export function requireCapacityForAll(capacity: number | null, row: Pick<EventRow, "held" | "sold">): void {
  const least = row.held + row.sold;
  if (capacity === null || capacity >= least) return;
  const message = `must be at least ${least}: ${least} ${least === 1 ? "place is" : "places are"} sold or held`;
  throw new DomainError("inUse", `The capacity ${message}.`, {
    fields: [{ path: "config.capacity", message }],
    least,
  });
}

function definedField<K extends keyof EventChange | keyof LandingConfigChange, V>(
  name: K,
  value: V | undefined,
): Partial<Record<K, V>> {
  const one: Partial<Record<K, V>> = {};
  if (value !== undefined) one[name] = value;
  return one;
}

function instantOf(text: string | undefined): Date | undefined;
function instantOf(text: string | null | undefined): Date | null | undefined;
function instantOf(text: string | null | undefined): Date | null | undefined {
  return typeof text === "string" ? new Date(text) : text;
}

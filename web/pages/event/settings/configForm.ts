/** An event's settings as their form has them, and what the wire makes of that. Pure. */

import type { DateFormat } from "../../../../contract/rules/dateFormats.ts";
import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import {
  type eventSettings,
  namedSettings,
  type Setting,
  type SettingName,
} from "../../../../contract/rules/eventSettings.ts";
import type { EventConfig, EventConfigChange } from "../../../../contract/shapes/event.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";
import { instantOf, wallTimeOf } from "../../../forms/zonedTime.ts";

interface TypedAs {
  flag: boolean;
  count: string;
  optionalCount: string;
  places: string;
  time: string;
  dateFormat: DateFormat;
}

/** Texts as typed; times as the event's clocks show them. A number or a time that is not set is an empty text. */
export type ConfigValues = { [Name in SettingName]: TypedAs[(typeof eventSettings)[Name]["kind"]] };

/** What the form begins with. */
export function valuesOf(config: EventConfig, timeZone: string): ConfigValues {
  const typed = ({ kind }: Setting, value: EventConfig[SettingName]) => {
    if (kind === "flag" || kind === "dateFormat") return value;
    if (kind === "time") return wallTimeOf(value as string | null, timeZone);
    return value === null ? "" : String(value);
  };
  return Object.fromEntries(
    namedSettings.map(([name, setting]) => [name, typed(setting, config[name])]),
  ) as ConfigValues;
}

/** What is wrong, by field. */
export function problemsOf(values: ConfigValues, timeZone: string): Record<string, string> {
  const problems: Record<string, string> = {};
  const { salesStart, salesEnd } = values;
  if (salesProblem(instantOf(salesStart, timeZone), instantOf(salesEnd, timeZone)) !== null)
    problems.salesEnd = "Sales cannot end before they start.";
  for (const [name, setting] of namedSettings) {
    if (!("problem" in setting)) continue;
    const text = String(values[name]);
    const isLeftOut = setting.kind !== "count" && text.trim() === "";
    if (!isLeftOut && !isWithin(text, setting)) problems[name] = setting.problem;
  }
  return problems;
}

function isWithin(text: string, { least, most }: { least: number; most: number }): boolean {
  const number = wholeNumberOf(text);
  return number !== null && number >= least && number <= most;
}

/** What is sent: every key. */
export function configBody(values: ConfigValues, timeZone: string): EventConfigChange {
  const meant = (setting: Setting, value: ConfigValues[SettingName]) => {
    if (setting.kind === "flag" || setting.kind === "dateFormat") return value;
    if (setting.kind === "time") return instantOf(String(value), timeZone);
    return wholeNumberOf(String(value));
  };
  return Object.fromEntries(namedSettings.map(([name, setting]) => [name, meant(setting, values[name])]));
}

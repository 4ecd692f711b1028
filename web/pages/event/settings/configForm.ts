import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import {
  type eventSettings,
  namedSettings,
  type Setting,
  type SettingName,
} from "../../../../contract/rules/eventSettings.ts";
import { isAtMost } from "../../../../contract/rules/textLength.ts";
import type { DateFormat } from "../../../../contract/rules/time/dateFormats.ts";
import { instantOf, wallTimeOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { EventConfig, EventConfigChange } from "../../../../contract/shapes/event.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";

interface FormTypeOfKind {
  flag: boolean;
  count: string;
  optionalCount: string;
  places: string;
  time: string;
  text: string;
  dateFormat: DateFormat;
}

/** Texts as typed; times in the event's time zone. An unset number or time is empty. */
export type ConfigValues = { [Name in SettingName]: FormTypeOfKind[(typeof eventSettings)[Name]["kind"]] };

export function valuesOf(config: EventConfig, timeZone: string): ConfigValues {
  const formValue = ({ kind }: Setting, value: EventConfig[SettingName]) => {
    if (kind === "flag" || kind === "dateFormat" || kind === "text") return value;
    if (kind === "time") return wallTimeOf(value as string | null, timeZone);
    return value === null ? "" : String(value);
  };
  return Object.fromEntries(
    namedSettings.map(([name, setting]) => [name, formValue(setting, config[name])]),
  ) as ConfigValues;
}

/** Messages by field. */
export function problemsOf(values: ConfigValues, timeZone: string): Record<string, string> {
  const problems: Record<string, string> = {};
  const { salesStart, salesEnd } = values;
  if (salesProblem(instantOf(salesStart, timeZone), instantOf(salesEnd, timeZone)) !== null)
    problems.salesEnd = "Sales cannot end before they start.";
  for (const [name, setting] of namedSettings) {
    const text = String(values[name]);
    if (setting.kind === "text" && !isAtMost(text.trim(), setting.longest))
      problems[name] = `Enter at most ${setting.longest.toLocaleString("en-US")} characters.`;
    if (!("problem" in setting)) continue;
    const isOmitted = setting.kind !== "count" && text.trim() === "";
    if (!isOmitted && !isWithin(text, setting)) problems[name] = setting.problem;
  }
  return problems;
}

function isWithin(text: string, { least, most }: { least: number; most: number }): boolean {
  const number = wholeNumberOf(text);
  return number !== null && number >= least && number <= most;
}

/** The request body, with every setting. */
export function configBody(values: ConfigValues, timeZone: string): EventConfigChange {
  const requestValue = (setting: Setting, value: ConfigValues[SettingName]) => {
    if (setting.kind === "flag" || setting.kind === "dateFormat" || setting.kind === "text") return value;
    if (setting.kind === "time") return instantOf(String(value), timeZone);
    return wholeNumberOf(String(value));
  };
  return Object.fromEntries(
    namedSettings.map(([name, setting]) => [name, requestValue(setting, values[name])]),
  );
}

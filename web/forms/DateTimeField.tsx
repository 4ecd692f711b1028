/**
 * A day and a time on the event's own clock, as the browser's own picker has them: `instantOf` (zonedTime.ts) makes the
 * wire's instant of it, `wallTimeOf` shows one. Below it stands what was chosen, in words that nobody misreads.
 */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type EventClocks, formatMoment } from "../../contract/rules/eventTime.ts";
import { instantOf } from "./zonedTime.ts";

interface DateTimeFieldProps extends Omit<TextInputProps, "type"> {
  value?: string;
  /** Those of the event: in its zone (IANA) the time is meant, in its date format it is said. */
  clocks: EventClocks;
}

export function DateTimeField({ clocks, description, ...input }: DateTimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      // A browser hides the digits of a year after the fourth, which nobody means.
      max="9999-12-31T23:59"
      description={description ?? wordsFor(input.value ?? "", clocks)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...input}
    />
  );
}

function wordsFor(wallTime: string, clocks: EventClocks): string {
  const at = instantOf(wallTime, clocks.timeZone);
  if (at === null) return `On the event's clock (${clocks.timeZone})`;
  const words = formatMoment(at, clocks);
  return `${words.text}, ${words.zoneLabel}`;
}

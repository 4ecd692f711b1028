/**
 * A day and a time on the event's own clock, as the browser's own picker has them: `instantOf` (zonedTime.ts) makes the
 * wire's instant of it, `wallTimeOf` shows one. Below it stands what was chosen, in words that nobody misreads.
 */
import { TextInput, type TextInputProps } from "@mantine/core";
import { formatEventTime } from "../../contract/rules/eventTime.ts";
import { instantOf } from "./zonedTime.ts";

interface DateTimeFieldProps extends Omit<TextInputProps, "type"> {
  value?: string;
  /** The zone of the event (IANA). */
  timeZone: string;
}

export function DateTimeField({ timeZone, description, ...input }: DateTimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      // A browser hides the digits of a year after the fourth, which nobody means.
      max="9999-12-31T23:59"
      description={description ?? wordsFor(input.value ?? "", timeZone)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...input}
    />
  );
}

function wordsFor(wallTime: string, timeZone: string): string {
  const start = instantOf(wallTime, timeZone);
  if (start === null) return `On the event's clock (${timeZone})`;
  const words = formatEventTime({ start, end: null, timeZone, isAllDay: false, showEndTime: false });
  return `${words.text}, ${words.zoneLabel}`;
}

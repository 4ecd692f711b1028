/** The value is a time on the event's clock, as `instantOf` (contract/rules/time/zonedTime.ts) reads it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type EventClocks, formatMoment } from "../../contract/rules/time/eventTime.ts";
import { instantOf } from "../../contract/rules/time/zonedTime.ts";

interface DateTimeFieldProps extends Omit<TextInputProps, "type"> {
  value?: string;
  clocks: EventClocks;
}

export function DateTimeField({ clocks, description, ...input }: DateTimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      // Without it, some browsers accept a year with more than four digits.
      max="9999-12-31T23:59"
      description={description ?? wordsFor(input.value ?? "", clocks)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...input}
    />
  );
}

function wordsFor(wallTime: string, clocks: EventClocks): string {
  const at = instantOf(wallTime, clocks.timeZone);
  if (at === null) return `In the event's time zone (${clocks.timeZone})`;
  const words = formatMoment(at, clocks);
  return `${words.text}, ${words.zoneLabel}`;
}

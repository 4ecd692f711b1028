/** The choice of the day, in the event's zone, for the counts and the arrivals. */
import { Button, TextInput } from "@mantine/core";
import classes from "./DayChoice.module.css";
import { dayAfter } from "./days.ts";

interface DayChoiceProps {
  date: string;
  today: string;
  eventDay: string;
  zoneWords: string;
  onChoose: (date: string) => void;
}

export function DayChoice({ date, today, eventDay, zoneWords, onChoose }: DayChoiceProps) {
  return (
    <div className={classes.choice}>
      <TextInput
        type="date"
        label="Day"
        description={zoneWords}
        value={date}
        onChange={({ currentTarget }) => {
          // An emptied field has no day.
          if (currentTarget.value !== "") onChoose(currentTarget.value);
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" aria-label="The day before" onClick={() => onChoose(dayAfter(date, -1))}>
          ‹
        </Button>
        <Button variant="default" aria-label="The day after" onClick={() => onChoose(dayAfter(date, 1))}>
          ›
        </Button>
        <Button
          variant="default"
          disabled={date === today}
          title={date === today ? "Today is shown" : undefined}
          onClick={() => onChoose(today)}
        >
          Today
        </Button>
        <Button
          variant="default"
          disabled={date === eventDay}
          title={date === eventDay ? "The event's day is shown" : undefined}
          onClick={() => onChoose(eventDay)}
        >
          The event's day
        </Button>
      </div>
    </div>
  );
}

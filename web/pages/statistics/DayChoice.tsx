import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./DayChoice.module.css";
import { dayAfter, isTypedDay } from "./days.ts";

// A typed day is chosen after this pause.
const pauseMs = 500;

interface DayChoiceProps {
  date: string;
  today: string;
  eventDay: string;
  zoneWords: string;
  onChoose: (date: string) => void;
}

export function DayChoice({ date, today, eventDay, zoneWords, onChoose }: DayChoiceProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Setting the value would lose a half-typed day.
  useEffect(() => {
    if (field.current !== document.activeElement) field.current!.value = date;
  }, [date]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function choose(chosen: string): void {
    clearTimeout(timer.current);
    onChoose(chosen);
  }

  return (
    <div className={classes.choice}>
      <TextInput
        ref={field}
        type="date"
        label="Day"
        description={zoneWords}
        defaultValue={date}
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          if (isTypedDay(value)) timer.current = setTimeout(() => choose(value), pauseMs);
        }}
        onBlur={({ currentTarget }) => {
          if (!isTypedDay(currentTarget.value)) currentTarget.value = date;
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" aria-label="The day before" onClick={() => choose(dayAfter(date, -1))}>
          ‹
        </Button>
        <Button variant="default" aria-label="The day after" onClick={() => choose(dayAfter(date, 1))}>
          ›
        </Button>
        <Button
          variant="default"
          disabled={date === today}
          title={date === today ? "Today is shown" : undefined}
          onClick={() => choose(today)}
        >
          Today
        </Button>
        <Button
          variant="default"
          disabled={date === eventDay}
          title={date === eventDay ? "The event’s day is shown" : undefined}
          onClick={() => choose(eventDay)}
        >
          The event’s day
        </Button>
      </div>
    </div>
  );
}

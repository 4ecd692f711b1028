/** The search, as one types, and the filters above the list. */

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { AttendeeOrder } from "../../../contract/people.ts";
import type { Ticket } from "../../../contract/ticket.ts";
import classes from "./AttendeeFilters.module.css";
import {
  type AttendeeQuery,
  checkinWords,
  filtersOf,
  orderWords,
  sortWords,
  stateWords,
} from "./attendeeQuery.ts";

interface AttendeeFiltersProps {
  query: AttendeeQuery;
  tickets: readonly Ticket[];
  /** On a phone only the search stands open: the list itself is what one comes for. */
  isNarrow: boolean;
  onChange: (change: Partial<AttendeeQuery>) => void;
}

// Between two letters of somebody who types; what was typed is asked for once they pause.
const pauseMs = 150;

export function AttendeeFilters({ query, tickets, isNarrow, onChange }: AttendeeFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const choice = (
    name: "ticket" | "state" | "checkin" | "order",
    label: string,
    words: Record<string, string>,
  ) => (
    <NativeSelect
      label={label}
      value={query[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      data={Object.entries(words).map(([value, text]) => ({ value, label: text }))}
    />
  );
  const titles = Object.fromEntries(tickets.map(({ id, title }) => [`${id}`, title]));
  const count = Object.keys(filtersOf({ ...query, search: "" })).length;
  return (
    <search className={classes.filters}>
      {/* Whoever goes back to an earlier search finds it in the field. */}
      <SearchField typed={query.search} onChange={(search) => onChange({ search })} />
      {isNarrow && (
        <Button
          className={classes.more}
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? "Filter and sort" : `Filter and sort (${count})`}
        </Button>
      )}
      {(isOpen || !isNarrow) && (
        <>
          {choice("ticket", "Ticket", { "": "All tickets", ...titles })}
          {choice("checkin", "Check-in", { "": "All", ...checkinWords })}
          {choice("state", "State", { "": "Confirmed", ...stateWords })}
          {choice("order", "Order", { "": "All orders", ...orderWords })}
        </>
      )}
      {/* The table's headings sort where there is a table. */}
      {isOpen && isNarrow && (
        <NativeSelect
          className={classes.more}
          label="Sorted by"
          value={query.sort}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value as AttendeeOrder })}
          data={Object.entries(sortWords).map(([value, label]) => ({ value, label }))}
        />
      )}
    </search>
  );
}

function SearchField({ typed, onChange }: { typed: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(typed);
  const [asked, setAsked] = useState(typed);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (typed !== asked) {
    setAsked(typed);
    if (typed !== text.trim()) setText(typed);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      className={classes.search}
      type="search"
      label="Search"
      placeholder="Name, e-mail or phone"
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          setAsked(value.trim());
          onChange(value.trim());
        }, pauseMs);
      }}
    />
  );
}

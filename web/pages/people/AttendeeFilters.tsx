/** The search, as one types, and the filters above the list. */

import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { AttendeeOrder } from "../../../contract/shapes/people.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { SearchField } from "../../ui/lists/SearchField.tsx";
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
      <SearchField
        className={classes.search}
        typed={query.search}
        placeholder="Name, e-mail or phone"
        onChange={(search) => onChange({ search })}
      />
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

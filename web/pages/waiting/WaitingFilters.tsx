/** The search, as one types, and the filters above the list. */
import { NativeSelect } from "@mantine/core";
import type { WaitingNumbers } from "../../../contract/shapes/waitingList.ts";
import { SearchField } from "../../ui/lists/SearchField.tsx";
import classes from "./WaitingLists.module.css";
import { queryFrom, stateWords, type WaitingQuery } from "./waitingQuery.ts";

interface WaitingFiltersProps {
  query: WaitingQuery;
  numbers: readonly WaitingNumbers[];
  onChange: (change: Partial<WaitingQuery>) => void;
}

export function WaitingFilters({ query, numbers, onChange }: WaitingFiltersProps) {
  return (
    <search className={classes.filters}>
      <SearchField
        typed={query.search}
        placeholder="Name or e-mail"
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        label="State"
        value={query.state}
        // What is chosen is read as an address would be, so it is one of the choices.
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: queryFrom(new URLSearchParams({ state: value })).state })
        }
        data={[
          { value: "", label: "Everybody" },
          ...Object.entries(stateWords).map(([value, { words }]) => ({ value, label: words })),
        ]}
      />
      <NativeSelect
        label="Ticket"
        value={String(query.ticketId)}
        onChange={({ currentTarget: { value } }) => onChange({ ticketId: Number(value) })}
        data={[
          { value: "0", label: "All tickets" },
          ...numbers.map(({ ticketId, ticketTitle }) => ({ value: String(ticketId), label: ticketTitle })),
        ]}
      />
    </search>
  );
}

/** The search, as one types, and the filters above the list. */

import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { purposeWords } from "../../../contract/rules/orderWords.ts";
import { SearchField } from "../../ui/lists/SearchField.tsx";
import classes from "./OrderFilters.module.css";
import { filtersOf, type OrderQuery, queryFrom } from "./orderQuery.ts";
import { refundFilterWords, statusWords } from "./orderWords.ts";

interface OrderFiltersProps {
  query: OrderQuery;
  /** On a phone only the search stands open: the list itself is what one comes for. */
  isNarrow: boolean;
  onChange: (change: Partial<OrderQuery>) => void;
}

export function OrderFilters({ query, isNarrow, onChange }: OrderFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filtersOf({ ...query, search: "", attention: false })).length;
  const choice = (
    name: "status" | "purpose" | "channel",
    label: string,
    words: Readonly<Record<string, string>>,
  ) => (
    <NativeSelect
      label={label}
      value={query[name]}
      // What is chosen is read as an address would be, so it is one of the choices.
      onChange={({ currentTarget: { value } }) =>
        onChange({ [name]: queryFrom(new URLSearchParams({ [name]: value }))[name] })
      }
      data={Object.entries(words).map(([value, text]) => ({ value, label: text }))}
    />
  );
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.search}
        typed={query.search}
        placeholder="Name, e-mail or order number"
        onChange={(search) => onChange({ search })}
      />
      {isNarrow && (
        <Button
          className={classes.more}
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? "Filter" : `Filter (${count})`}
        </Button>
      )}
      {(isOpen || !isNarrow) && (
        <>
          {choice("status", "Payment", { "": "All payments", ...statusWords, ...refundFilterWords })}
          {choice("purpose", "For", { "": "Everything", ...purposeWords })}
          {choice("channel", "Sold", { "": "Everywhere", web: "On the web", door: "At the door" })}
        </>
      )}
    </search>
  );
}

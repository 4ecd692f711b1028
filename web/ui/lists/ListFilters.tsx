/** On narrow screens the filters are behind a button. */
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import classes from "./ListFilters.module.css";
import type { ListQuery } from "./listAddress.ts";
import { SearchField } from "./SearchField.tsx";

export interface ListFilter<Query> {
  name: keyof Query & string;
  label: string;
  /** Not an object, because an object would put numeric keys first. */
  choices: readonly (readonly [choice: string, words: string])[];
}

interface ListFiltersProps<Query> {
  query: Query;
  placeholder: string;
  filters: readonly ListFilter<Query>[];
  /** Sort orders for cards. A table is sorted by its headings. */
  orders?: ListFilter<Query>["choices"] | undefined;
  onChange: (change: Partial<Query>) => void;
}

export function ListFilters<Query extends ListQuery>(props: ListFiltersProps<Query>) {
  const { query, placeholder, filters, orders, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const count = filters.filter(({ name }) => query[name] !== "").length;
  const words = orders === undefined ? "Filter" : "Filter and sort";
  const select = ({ name, label, choices }: ListFilter<Query>, className?: string) => (
    <NativeSelect
      key={name}
      className={className}
      label={label}
      value={String(query[name])}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: value } as Partial<Query>)}
      data={choices.map(([value, label]) => ({ value, label }))}
    />
  );
  return (
    <div className={classes.frame}>
      <search className={classes.filters} data-open={isOpen}>
        <SearchField
          shownSearch={query.search}
          placeholder={placeholder}
          onChange={(search) => onChange({ search } as Partial<Query>)}
        />
        <Button
          className={classes.more}
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? words : `${words} (${count})`}
        </Button>
        {filters.map((filter) => select(filter))}
        {orders && select({ name: "sort", label: "Sorted by", choices: orders }, classes.order)}
      </search>
    </div>
  );
}

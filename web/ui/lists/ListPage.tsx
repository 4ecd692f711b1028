/** A staff list, whose state is in the address so that it can be shared. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";
import { EmptyState } from "./EmptyState.tsx";
import { type ListFilter, ListFilters } from "./ListFilters.tsx";
import classes from "./ListPage.module.css";
import { ListPages } from "./ListPages.tsx";
import type { ListAddress, ListQuery } from "./listAddress.ts";
import { type Column, StaffTable } from "./StaffTable.tsx";

interface ListPageProps<Row, Query> {
  label: string;
  address: ListAddress<Query>;
  /** The query of the shown rows. */
  query: Query;
  list: { items: readonly Row[]; totalPages: number };
  columns: readonly Column<Row>[];
  placeholder: string;
  filters: readonly ListFilter<Query>[];
  /** `otherwise` is the order if the address has none. */
  sorting?: { choices: ListFilter<Query>["choices"]; otherwise: string };
  /** The number of results in words, such as "12 orders". */
  count: string;
  /** Actions on all results. */
  actions?: ReactNode;
  /** Content above the filters; `show` changes the query. */
  above?: (show: (change: Partial<Query>) => void) => ReactNode;
  nothingFound: { title: string; words: string; showAll: string };
  /** Shown if the first page is empty without search or filters. */
  empty: ReactNode;
}

export function ListPage<Row extends { id: number }, Query extends ListQuery>(
  page: ListPageProps<Row, Query>,
) {
  const { label, address, query, list, columns, sorting, nothingFound } = page;
  const [, setParams] = useSearchParams();
  const location = useLocation();
  const navigation = useNavigation();
  // While the list loads, `query` is still the previous one. The next change adds to the query that is loading.
  const next = navigation.location?.pathname === location.pathname ? navigation.location : location;
  const nextQuery = address.queryFrom(new URLSearchParams(next.search));
  const show = (change: Partial<Query>) =>
    setParams(address.paramsOf(nextQuery, change), {
      replace: change.page === undefined,
      preventScrollReset: true,
    });
  return (
    <div className={classes.parts}>
      {page.above?.(show)}
      <ListFilters
        query={nextQuery}
        placeholder={page.placeholder}
        filters={page.filters}
        orders={sorting?.choices}
        onChange={show}
      />
      <div className={classes.bar}>
        <p className={classes.count} role="status">
          {page.count}
        </p>
        {page.actions}
      </div>
      {list.items.length > 0 ? (
        <StaffTable
          label={label}
          columns={columns}
          rows={list.items}
          isFetching={navigation.state === "loading"}
          sort={query.sort || sorting?.otherwise}
          onSort={(sort) => show({ sort: sort === sorting?.otherwise ? "" : sort } as Partial<Query>)}
        />
      ) : address.isNarrowed(query) || query.page > 1 ? (
        <EmptyState
          title={nothingFound.title}
          action={
            <Button variant="default" onClick={() => setParams({})}>
              {nothingFound.showAll}
            </Button>
          }
        >
          {nothingFound.words}
        </EmptyState>
      ) : (
        page.empty
      )}
      <ListPages
        page={query.page}
        totalPages={list.totalPages}
        onChange={(page) => show({ page } as Partial<Query>)}
      />
    </div>
  );
}

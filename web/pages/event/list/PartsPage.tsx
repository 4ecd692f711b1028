import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import classes from "./PartsPage.module.css";
import type { AddButton, ListPanel } from "./useListPanel.tsx";

interface PartsPageProps<P> {
  event: Event;
  title: string;
  lead?: string | undefined;
  panel: ListPanel<P>;
  /** The last one is the primary button. */
  waysToAdd: readonly AddButton[];
  isEmpty: boolean;
  /** `instead` replaces the buttons if something else must be done first. */
  empty: { title: string; words: string; instead?: ReactNode };
  children: ReactNode;
}

export function PartsPage<P>({
  event,
  title,
  lead,
  panel,
  waysToAdd,
  isEmpty,
  empty,
  children,
}: PartsPageProps<P>) {
  const buttons = waysToAdd.map((way, index) => (
    <Button
      key={way.label}
      variant={index === waysToAdd.length - 1 ? undefined : "default"}
      onClick={() => panel.add(way)}
    >
      {way.label}
    </Button>
  ));
  return (
    <StaffPage title={title} lead={lead} event={event} actions={!isEmpty && buttons}>
      {isEmpty ? (
        <EmptyState
          title={empty.title}
          action={empty.instead ?? <div className={classes.buttons}>{buttons}</div>}
        >
          {empty.words}
        </EmptyState>
      ) : (
        children
      )}
      {panel.dialogs}
    </StaffPage>
  );
}

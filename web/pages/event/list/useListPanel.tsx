/**
 * The panel beside a list of parts, with the form that adds or edits one, and the dialog that deletes one. The page's
 * data is loaded again after each.
 */
import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { Panel } from "../../../ui/Panel.tsx";

/** One way to add an entry: its button, and the heading of its panel. */
export interface WayToAdd {
  label: string;
  title: string;
}

/** Called when a deletion is done or given up. */
export interface RemovalProps {
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

interface ListPanelParts<P> {
  /** The panel's heading while a part is edited: its name. */
  nameOf: (part: P) => string;
  /** The form of an existing part, or of a new one with its way to add. */
  form: (edited: P | null, onSaved: () => Promise<void>, way: WayToAdd | null) => ReactNode;
  /** The dialog before the part is deleted. */
  removal: (removed: P, props: RemovalProps) => ReactNode;
}

export interface ListPanel<P> {
  add(way: WayToAdd): void;
  edit(part: P): void;
  remove(part: P): void;
  /** The panel and the dialog, to render at the end of the page. */
  dialogs: ReactNode;
}

export function useListPanel<P>({ nameOf, form, removal }: ListPanelParts<P>): ListPanel<P> {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<{ way: WayToAdd } | { part: P } | null>(null);
  const [removed, setRemoved] = useState<{ part: P } | null>(null);
  const way = open !== null && "way" in open ? open.way : null;
  const edited = open !== null && "part" in open ? open.part : null;
  return {
    add: (added) => setOpen({ way: added }),
    edit: (part) => setOpen({ part }),
    remove: (part) => setRemoved({ part }),
    dialogs: (
      <>
        <Panel
          isOpen={open !== null}
          title={edited === null ? (way?.title ?? "") : nameOf(edited)}
          onClose={() => setOpen(null)}
        >
          {open !== null &&
            form(
              edited,
              async () => {
                setOpen(null);
                await revalidate();
              },
              way,
            )}
        </Panel>
        {removed !== null &&
          removal(removed.part, {
            onRemoved: async () => {
              setRemoved(null);
              await revalidate();
            },
            onClose: () => setRemoved(null),
          })}
      </>
    ),
  };
}

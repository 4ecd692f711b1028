/**
 * The panel beside a list of parts, with the form that adds or edits a part, and the dialog that deletes a part. The
 * page's data is loaded again after a deletion, and when a panel closes whose form was sent: its change may be saved
 * although the answer was lost.
 */
import { type ReactNode, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Panel } from "../../../ui/Panel.tsx";

/** One way to add an entry: its button, and the heading of its panel. */
export interface AddButton {
  label: string;
  title: string;
}

/** Called when a deletion is done or cancelled. */
export interface RemovalProps {
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

interface ListPanelParts<P> {
  /** The panel's heading while a part is edited. */
  nameOf: (part: P) => string;
  /** The form of an edited part, or of a new one, which `way` adds. The other argument is null. */
  form: (edited: P | null, onSaved: () => Promise<void>, way: AddButton | null) => ReactNode;
  /** The dialog that asks before a part is deleted. */
  removal: (removed: P, props: RemovalProps) => ReactNode;
}

export interface ListPanel<P> {
  add(way: AddButton): void;
  edit(part: P): void;
  remove(part: P): void;
  /** The panel and the dialog, to render at the end of the page. */
  dialogs: ReactNode;
}

export function useListPanel<P>({ nameOf, form, removal }: ListPanelParts<P>): ListPanel<P> {
  const { revalidate } = useRevalidator();
  const [openPanel, setOpenPanel] = useState<{ way: AddButton } | { part: P } | null>(null);
  const [partToRemove, setPartToRemove] = useState<{ part: P } | null>(null);
  const way = openPanel !== null && "way" in openPanel ? openPanel.way : null;
  const edited = openPanel !== null && "part" in openPanel ? openPanel.part : null;
  const isSent = useRef(false);
  async function closePanel(): Promise<void> {
    setOpenPanel(null);
    if (!isSent.current) return;
    isSent.current = false;
    await revalidate();
  }
  return {
    add: (wayToAdd) => setOpenPanel({ way: wayToAdd }),
    edit: (part) => setOpenPanel({ part }),
    remove: (part) => setPartToRemove({ part }),
    dialogs: (
      <>
        <Panel
          isOpen={openPanel !== null}
          title={edited === null ? (way?.title ?? "") : nameOf(edited)}
          onClose={() => void closePanel()}
        >
          <div
            onSubmit={() => {
              isSent.current = true;
            }}
          >
            {openPanel !== null && form(edited, closePanel, way)}
          </div>
        </Panel>
        {partToRemove !== null &&
          removal(partToRemove.part, {
            onRemoved: async () => {
              setPartToRemove(null);
              await revalidate();
            },
            onClose: () => setPartToRemove(null),
          })}
      </>
    ),
  };
}

/**
 * The panel and the dialog of a list. If its form was submitted, a closing panel loads the page's data again: the
 * change may be saved although the answer was lost.
 */
import { type ReactNode, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Panel } from "../../../ui/Panel.tsx";

export interface AddButton {
  label: string;
  title: string;
}

export interface RemovalProps {
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

interface ListPanelParts<P> {
  nameOf: (part: P) => string;
  /** One of `edited` and `way` is null. */
  form: (edited: P | null, onSaved: () => Promise<void>, way: AddButton | null) => ReactNode;
  removal: (removed: P, props: RemovalProps) => ReactNode;
}

export interface ListPanel<P> {
  add(way: AddButton): void;
  edit(part: P): void;
  remove(part: P): void;
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

import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { AttendeeImport } from "../../../../contract/shapes/people.ts";
import { inSnackbar, useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { StaffTable } from "../../../ui/lists/StaffTable.tsx";
import { timeText } from "../../../words/attendeeWords.ts";
import classes from "./Import.module.css";
import { peopleOfImport, peopleWords } from "./importRun.ts";
import {
  deleteWords,
  importCountText,
  importStateText,
  isThere,
  mailedTicketsWords,
  partsWords,
} from "./importWords.ts";
import { Section } from "./Section.tsx";

/** `mailed` counts addresses to which tickets were mailed, once for each registration. */
interface TakeBack {
  entry: AttendeeImport;
  mailed: number;
}

export function ImportList({ event, imports }: { event: Event; imports: readonly AttendeeImport[] }) {
  const { revalidate } = useRevalidator();
  const [toTakeBack, setToTakeBack] = useState<TakeBack | null>(null);
  const [toActivate, setToActivate] = useState<AttendeeImport | null>(null);
  const { isBusy, run } = useAct();
  const list = useRef<HTMLDivElement>(null);
  const timeOf = (at: string) => timeText(at, event);

  async function openTakeBack(entry: AttendeeImport): Promise<void> {
    // A dry run of mailing all tickets counts those that were mailed before.
    const request = { eventId: event.id, importId: entry.id, dryRun: true };
    const counts = await api.post("registration/sendTickets", request, { suppressToasts: true });
    if (counts !== undefined) setToTakeBack({ entry, mailed: counts.recipients - counts.neverMailed });
  }

  async function takeBack({ entry }: TakeBack): Promise<void> {
    const reply = await api.post("import/takeBack", { importId: entry.id }, { suppressFailure: true });
    if (reply === undefined) return;
    setToTakeBack(null);
    await reloadList();
  }

  async function activate({ id }: AttendeeImport): Promise<void> {
    const reply = await api.post("import/activate", { importId: id }, { suppressFailure: true });
    if (reply === undefined) return;
    setToActivate(null);
    await reloadList();
  }

  /** Also focuses the list: the button that opened the dialog may be gone. */
  async function reloadList(): Promise<void> {
    await revalidate();
    list.current?.focus();
  }

  return (
    <Section title="Imports into this event">
      <div ref={list} tabIndex={-1}>
        {imports.length === 0 ? (
          <EmptyState title="Nothing imported yet">
            Each import appears here. You can take it back until one of its people is checked in or changed.
          </EmptyState>
        ) : (
          <StaffTable
            label="Imports"
            rows={imports}
            columns={[
              {
                key: "id",
                title: "Import",
                onCard: "head",
                render: ({ id, fileName }) => (
                  <div className={classes.import}>
                    <strong>Import {id}</strong>
                    <span>{fileName}</span>
                  </div>
                ),
              },
              {
                key: "importedAt",
                title: "Imported",
                isTime: true,
                render: ({ importedAt }) => timeOf(importedAt),
              },
              { key: "importedBy", title: "By", render: ({ importedBy }) => importedBy },
              { key: "people", title: "People", render: importCountText },
              {
                key: "state",
                title: "State",
                render: (entry) =>
                  importStateText(entry, entry.takenBackAt === null ? null : timeOf(entry.takenBackAt)),
              },
              {
                key: "actions",
                title: "Actions",
                heading: <span className="visuallyHidden">Actions</span>,
                isRightAligned: true,
                onCard: "foot",
                render: (entry) =>
                  isThere(entry) && (
                    <div className={classes.actions}>
                      {entry.peopleLeft > 0 && (
                        <Button
                          component={Link}
                          to={peopleOfImport(event.id, {
                            importId: entry.id,
                            hasInactive: entry.peopleWaiting > 0,
                          })}
                          variant="default"
                          aria-label={`See people of import ${entry.id}`}
                        >
                          See people
                        </Button>
                      )}
                      {entry.peopleWaiting > 0 && (
                        <Button
                          variant="default"
                          aria-label={`Activate import ${entry.id}`}
                          onClick={() => setToActivate(entry)}
                        >
                          Activate…
                        </Button>
                      )}
                      {entry.refusal === null && (
                        <Button
                          variant="default"
                          aria-label={`Take back import ${entry.id}`}
                          aria-busy={isBusy}
                          onClick={() => void run(() => openTakeBack(entry), { refused: inSnackbar })}
                        >
                          Take back…
                        </Button>
                      )}
                    </div>
                  ),
              },
            ]}
          />
        )}
      </div>
      <ConfirmDialog
        isOpen={toActivate !== null}
        isHarmless
        title={`Activate import ${toActivate?.id ?? ""}?`}
        confirmLabel={toActivate === null ? "" : `Activate ${peopleWords(toActivate.peopleWaiting)}`}
        onConfirm={() => activate(toActivate!)}
        onCancel={() => setToActivate(null)}
      >
        <p>
          The door lets in everybody of this import from then on. Nobody gets a mail: mail the tickets from
          the list of attendees.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={toTakeBack !== null}
        title={`Take back import ${toTakeBack?.entry.id ?? ""}?`}
        confirmLabel={toTakeBack === null ? "" : deleteWords(toTakeBack.entry)}
        onConfirm={() => takeBack(toTakeBack!)}
        onCancel={() => setToTakeBack(null)}
      >
        {toTakeBack !== null && (
          <>
            {toTakeBack.entry.peopleLeft > 0 && (
              <>
                <p>
                  {toTakeBack.entry.peopleLeft === 1
                    ? "The person of this import is deleted, with their registration, answers and ticket. Their place returns"
                    : `All ${peopleWords(toTakeBack.entry.peopleLeft)} of this import are deleted, with their registrations, answers and tickets. Their places return`}{" "}
                  to sale.
                </p>
                <p>{mailedTicketsWords(toTakeBack.mailed)}</p>
              </>
            )}
            {partsWords(toTakeBack.entry) !== null && <p>{partsWords(toTakeBack.entry)}</p>}
          </>
        )}
      </ConfirmDialog>
    </Section>
  );
}

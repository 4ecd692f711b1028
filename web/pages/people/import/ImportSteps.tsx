/**
 * The steps of an import. Repeated attempts to import a checked file with the same decisions have the same key, so that
 * its people are registered once.
 */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { AttendeeImport } from "../../../../contract/shapes/people.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { requireApiError } from "../../../api/apiError.ts";
import { fetchFile } from "../../../api/fetchFile.ts";
import { FilePicker } from "../../../forms/FilePicker.tsx";
import { notify } from "../../../stores/snackbars.ts";
import { useLeaving } from "../../../ui/leaving.tsx";
import { choicesAfter, columnsWith } from "./columnChoices.ts";
import classes from "./Import.module.css";
import { ImportOutcome, type ImportStep } from "./ImportOutcome.tsx";
import { checkFile, type ImportCheck, type ImportDecisions, mayBeImported, runImport } from "./importRun.ts";
import { Section } from "./Section.tsx";

const noDecisions: ImportDecisions = {
  columns: [],
  states: {},
  tickets: {},
  answers: [],
  areAllInactive: false,
  isUpdate: false,
  sheet: "",
};

interface ImportStepsProps {
  event: Event;
  tickets: readonly Ticket[];
  questions: readonly FormQuestion[];
  imports: readonly AttendeeImport[];
}

export function ImportSteps({ event, tickets, questions, imports }: ImportStepsProps) {
  const [file, setFile] = useState<File | null>(null);
  const [ticketId, setTicketId] = useState("");
  const [decisions, setDecisions] = useState(noDecisions);
  const [step, setStep] = useState<ImportStep>({ is: "choosing" });
  const latestCheck = useRef(0);
  const earlierChecks = useRef<Promise<unknown>>(Promise.resolve());
  const [keys] = useState(() => requestKeys());
  const { revalidate } = useRevalidator();
  const isRunning = step.is === "importing";
  // If the import was taken back in the list below, its outcome is no longer shown.
  const isTakenBack =
    step.is === "done" && imports.some(({ id, takenBackAt }) => id === step.importId && takenBackAt !== null);
  useAskBeforeLeaving(step);

  async function check(chosen: File, ticket: string, decided: ImportDecisions): Promise<void> {
    // Only the latest check is shown: an earlier one may be answered while it waits for its turn.
    const ownCheck = ++latestCheck.current;
    keys.renew();
    setDecisions(decided);
    // After a decision the shown check stays, with the focus, while the file is checked again.
    const isShown = chosen === file;
    setStep((shown) =>
      isShown && shown.is === "checked" ? { ...shown, isOutdated: true } : { is: "checking" },
    );
    // The server refuses a second file while it reads one of the club. Of the waiting checks, only the latest is sent.
    const ownTurn = earlierChecks.current.then(() =>
      ownCheck === latestCheck.current
        ? checkFile({ eventId: event.id, ticketId: ticket, ...decided, file: chosen })
        : undefined,
    );
    earlierChecks.current = ownTurn.catch(() => {});
    // Without a result, the session has ended or a later check replaces this one.
    const nextStep = await ownTurn.then(
      (checked): ImportStep => (checked === undefined ? { is: "choosing" } : { is: "checked", checked }),
      refusedStep,
    );
    if (ownCheck === latestCheck.current) setStep(nextStep);
  }

  function decide(decided: Partial<ImportDecisions>): void {
    if (file !== null) void check(file, ticketId, { ...decisions, ...decided });
  }

  async function start(checked: ImportCheck, goodRowsOnly: boolean): Promise<void> {
    if (file === null || isRunning) return;
    setStep({ is: "importing", checked, progress: null });
    const key = keys.keyFor([event.id, ticketId, decisions, file, goodRowsOnly]);
    const request = { eventId: event.id, ticketId, ...decisions, file, goodRowsOnly, key };
    const nextStep = await runImport(request, (progress) =>
      setStep({ is: "importing", checked, progress }),
    ).then(
      (reply): ImportStep => {
        // The session has ended.
        if (reply === undefined) return { is: "choosing" };
        // If nothing was imported, the reply is a new check that says why.
        return reply.insertCount + reply.updateCount > 0
          ? {
              is: "done",
              count: reply.insertCount,
              corrected: reply.updateCount,
              inactiveCount: reply.waitingCount,
              importId: reply.importId,
              rowsNotImported: reply,
            }
          : { is: "checked", checked: reply };
      },
      (error: unknown): ImportStep =>
        mayBeImported(error) ? { is: "unknown", checked, goodRowsOnly, why: error.msg } : refusedStep(error),
    );
    setStep(nextStep);
    if (nextStep.is === "done") await revalidate();
  }

  function choose(column: number, meaning: string): void {
    if (file === null || step.is !== "checked") return;
    const { columns } = step.checked;
    const choices = choicesAfter({ columns, choices: decisions.columns }, column, meaning);
    // The choice stays in view while the file is checked again.
    setStep({ ...step, checked: { ...step.checked, columns: columnsWith(columns, choices) } });
    void check(file, ticketId, { ...decisions, columns: choices });
  }

  return (
    <>
      <Section title="The file">
        <fieldset className={classes.choice} disabled={isRunning}>
          <FilePicker
            label="Spreadsheet"
            accept=".xlsx,.csv"
            value={file === null ? [] : [file]}
            description="The first row names the columns: name or first name and last name, e-mail, and if you like phone and ticket. With a column of states, rows that are paid or confirmed are imported, and cancelled or unpaid ones are not. A column named like one of the event's questions is the answer to it. All others are kept as additional fields."
            error={step.is === "refused" ? step.why : undefined}
            onChange={([chosen]) => {
              // A dropped file gets here even if the picker is disabled.
              if (isRunning) return;
              setFile(chosen ?? null);
              setTicketId("");
              if (chosen === undefined) setStep({ is: "choosing" });
              else void check(chosen, "", noDecisions);
            }}
          />
          <p className={classes.template}>
            Start from our template:
            {(["xlsx", "csv"] as const).map((format) => (
              <Button key={format} variant="default" onClick={() => void downloadTemplate(event.id, format)}>
                Template .{format}
              </Button>
            ))}
          </p>
        </fieldset>
      </Section>
      <div aria-live="polite" className={classes.outcome}>
        <ImportOutcome
          step={isTakenBack ? { is: "choosing" } : step}
          event={event}
          questions={questions}
          onChoose={choose}
          tickets={tickets}
          ticketId={ticketId}
          decidedTickets={decisions.tickets}
          areAllInactive={decisions.areAllInactive}
          isUpdate={decisions.isUpdate}
          onTicket={(chosen) => {
            setTicketId(chosen);
            if (file !== null) void check(file, chosen, decisions);
          }}
          onTickets={(chosen) => decide({ tickets: chosen })}
          onAnswer={(answer) => decide({ answers: [...decisions.answers, answer] })}
          onSheet={(sheet) => decide({ ...noDecisions, sheet })}
          onDecide={(states) => decide({ states })}
          onAllInactive={(areAllInactive) => decide({ areAllInactive })}
          onUpdate={(isUpdate) => decide({ isUpdate })}
          fileName={file?.name ?? ""}
          onStart={(checked, goodRowsOnly) => void start(checked, goodRowsOnly)}
        />
      </div>
    </>
  );
}

/** A chosen file counts as an unsaved change until it is imported. */
function useAskBeforeLeaving({ is }: ImportStep): void {
  const leaving = useLeaving();
  useEffect(() => {
    if (is === "choosing" || is === "done") return;
    const mayBeRegistered = is === "importing" || is === "unknown";
    return leaving.watch(() => true, mayBeRegistered ? startedWarning : notStartedWarning);
  }, [leaving, is]);
}

const notStartedWarning = {
  title: "Leave without importing?",
  text: "Nobody of the file is registered yet.",
  leave: "Leave without importing",
};

const startedWarning = {
  title: "Leave the import?",
  text: "The import may continue, but this page can no longer show its result. The list of attendees shows who is registered.",
  leave: "Leave the import",
};

function refusedStep(error: unknown): ImportStep {
  requireApiError(error);
  return { is: "refused", why: error.msg };
}

async function downloadTemplate(eventId: number, format: "xlsx" | "csv"): Promise<void> {
  await fetchFile("registration/importTemplate", { eventId, format }).catch((error: unknown) => {
    requireApiError(error);
    notify({ text: error.msg, color: "error" });
  });
}

import { Button, Switch } from "@mantine/core";
import { MOST_ROWS_RETURNED } from "../../../../contract/rules/otherRows.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { AnswerMeaning } from "../../../../contract/shapes/people.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import classes from "./Import.module.css";
import { ImportColumns } from "./ImportColumns.tsx";
import { ImportProblems } from "./ImportProblems.tsx";
import { ImportStates } from "./ImportStates.tsx";
import { ImportTickets } from "./ImportTickets.tsx";
import { ImportUpdate } from "./ImportUpdate.tsx";
import {
  type ImportCheck,
  peopleCountOf,
  rowsWords,
  type StateVerdicts,
  type TicketUses,
} from "./importRun.ts";
import { codeWords, inactiveWords, noEmailWords, registrationsWords, startWords } from "./importWords.ts";
import { Section } from "./Section.tsx";

export interface ImportChoices {
  questions: readonly FormQuestion[];
  tickets: readonly Ticket[];
  /** The ticket for rows without a ticket; empty if none is chosen. */
  ticketId: string;
  decidedTickets: TicketUses;
  areAllInactive: boolean;
  /** Whether to correct people whom an earlier import registered. */
  isUpdate: boolean;
  onTicket: (ticketId: string) => void;
  onTickets: (decided: TicketUses) => void;
  onAnswer: (answer: AnswerMeaning) => void;
  onSheet: (sheet: string) => void;
  onChoose: (column: number, meaning: string) => void;
  onDecide: (decided: StateVerdicts) => void;
  onAllInactive: (areAllInactive: boolean) => void;
  onUpdate: (isUpdate: boolean) => void;
}

interface ImportReportProps extends ImportChoices {
  checked: ImportCheck;
  /** While the file is checked again, it cannot be imported. */
  isOutdated: boolean;
  onStart: (goodRowsOnly: boolean) => void;
}

export function ImportReport(report: ImportReportProps) {
  const { checked, isOutdated, isUpdate, questions, onSheet, onChoose, onDecide, onUpdate, onStart } = report;
  const { tickets, ticketId, decidedTickets, areAllInactive, onTicket, onTickets, onAnswer, onAllInactive } =
    report;
  const { skipped, skippedCount, places, registrationCount, noEmailCount, codeCount, waitingCount } = checked;
  const people = peopleCountOf(checked);
  const { changed } = checked.update;
  const inactive = inactiveWords(waitingCount, people);
  const inactiveChoice = (
    <>
      <Switch
        className={classes.switch}
        label="Import everybody as not yet active"
        description="They hold their places. Their tickets are valid once you activate the import."
        checked={areAllInactive}
        onChange={({ currentTarget }) => onAllInactive(currentTarget.checked)}
      />
      {inactive !== null && <p>{inactive}</p>}
    </>
  );
  // Row 1 has the headings, so its errors are about the columns.
  const mustChooseColumns = skipped.some(({ row }) => row === 1);
  // Rows that only need an answer above are not wrong.
  const wrongCount = skippedCount - checked.askedCount;
  return (
    <>
      <ImportColumns checked={checked} questions={questions} onSheet={onSheet} onChoose={onChoose} />
      {!mustChooseColumns && (
        <>
          <ImportStates checked={checked} onDecide={onDecide} />
          <ImportTickets
            checked={checked}
            tickets={tickets}
            decided={decidedTickets}
            ticketId={ticketId}
            onTicket={onTicket}
            onDecide={onTickets}
          />
          <ImportUpdate checked={checked} isUpdate={isUpdate} onUpdate={onUpdate} />
        </>
      )}
      {mustChooseColumns ? (
        <Section title="Something is wrong with the columns">
          <ImportProblems checked={checked} questions={questions} onChoose={onChoose} onAnswer={onAnswer} />
        </Section>
      ) : wrongCount > 0 ? (
        <Section title={`${rowsWords(wrongCount)} ${wrongCount === 1 ? "is" : "are"} wrong`}>
          <p>
            Do what each error says, or correct these rows and choose the file again. Rows have the numbers
            that a spreadsheet shows: the headings are row 1.
          </p>
          {people + changed > 0 && skippedCount <= MOST_ROWS_RETURNED && (
            <>
              <p>
                Or import the rows without errors now: you get a file of{" "}
                {skippedCount === 1 ? "the other row" : `the other ${rowsWords(skippedCount)}`} with a column
                that says why, to correct and import later.
              </p>
              {inactiveChoice}
              <p>
                <Button
                  classNames={{ root: classes.goodRows, label: classes.goodRowsLabel }}
                  loading={isOutdated}
                  onClick={() => onStart(true)}
                >
                  {startWords(people, changed)} and leave out {rowsWords(skippedCount)}
                </Button>
              </p>
            </>
          )}
          <ImportProblems checked={checked} questions={questions} onChoose={onChoose} onAnswer={onAnswer} />
        </Section>
      ) : skippedCount > 0 ? null : people + changed === 0 && isUpdate ? (
        <Section title="Nothing to correct">
          <p>Everybody in this file is already registered, with the same data.</p>
        </Section>
      ) : people + changed === 0 ? (
        <Section title="Nobody to import">
          <p>All rows are left out, because nobody in this file has a ticket.</p>
        </Section>
      ) : (
        <Section title="No errors found">
          {people > 0 && (
            <>
              <p>
                {places.map(({ title, count }) => `${count.toLocaleString("en-US")} × ${title}`).join(", ")}.{" "}
                {registrationsWords(people, registrationCount)}
              </p>
              {noEmailCount > 0 && <p>{noEmailWords(noEmailCount)}</p>}
              {codeCount > 0 && <p>{codeWords(codeCount)}</p>}
              {inactiveChoice}
            </>
          )}
          <Button loading={isOutdated} onClick={() => onStart(false)}>
            {startWords(people, changed)}
          </Button>
        </Section>
      )}
    </>
  );
}

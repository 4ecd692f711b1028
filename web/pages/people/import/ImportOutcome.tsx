import { Button, Progress } from "@mantine/core";
import { Link } from "react-router";
import { formatPercent } from "../../../../contract/rules/money/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { saveFile } from "../../../lib/saveFile.ts";
import { paths } from "../../../paths.ts";
import { type ImportChoices, ImportReport } from "./ImportReport.tsx";
import {
  type ImportCheck,
  type ImportProgress,
  peopleCountOf,
  peopleOfImport,
  peopleWords,
  rowsWords,
} from "./importRun.ts";
import { doneWords, stillInactiveWords } from "./importWords.ts";
import { type OtherRows, othersFileName, othersFileText } from "./othersFile.ts";
import { Section } from "./Section.tsx";

export type ImportStep =
  | { is: "choosing" }
  | { is: "checking" }
  | { is: "refused"; why: string }
  /** `isOutdated`: the file is being checked again with another decision. */
  | { is: "checked"; checked: ImportCheck; isOutdated?: boolean }
  | { is: "importing"; checked: ImportCheck; progress: ImportProgress | null }
  /** The import was sent, but its outcome is unknown. */
  | { is: "unknown"; checked: ImportCheck; goodRowsOnly: boolean; why: string }
  /** `importId` is null if people were corrected, and nobody is new. */
  | {
      is: "done";
      count: number;
      corrected: number;
      inactiveCount: number;
      importId: number | null;
      rowsNotImported: OtherRows;
    };

interface ImportOutcomeProps extends ImportChoices {
  step: ImportStep;
  event: Event;
  onStart: (checked: ImportCheck, goodRowsOnly: boolean) => void;
  fileName: string;
}

export function ImportOutcome({ step, event, onStart, fileName, ...decisions }: ImportOutcomeProps) {
  switch (step.is) {
    case "choosing":
    case "refused":
      return null;
    case "checking":
      return <p>Reading the file…</p>;
    case "checked":
      return (
        <ImportReport
          checked={step.checked}
          isOutdated={step.isOutdated === true}
          {...decisions}
          onStart={(goodRowsOnly) => onStart(step.checked, goodRowsOnly)}
        />
      );
    case "importing":
      return <Importing total={peopleCountOf(step.checked)} progress={step.progress} />;
    case "unknown":
      return (
        <Section title="Not confirmed yet">
          <p>{step.why}</p>
          <p>
            We do not know yet whether the people of this file are registered. Try again: whoever is not
            registered yet is registered then, and nobody is registered twice.
          </p>
          <Button onClick={() => onStart(step.checked, step.goodRowsOnly)}>Try again</Button>
        </Section>
      );
    case "done":
      return (
        <Section title="Done">
          <p>
            {doneWords(step.count, step.corrected)} Nobody got a mail.
            {step.inactiveCount > 0 && ` ${stillInactiveWords(step.inactiveCount, step.count)}`}
          </p>
          {step.rowsNotImported.skipped.length > 0 && (
            <>
              <p>
                {rowsWords(step.rowsNotImported.skipped.length)}{" "}
                {step.rowsNotImported.skipped.length === 1 ? "was" : "were"} not imported. The file of them
                says why: correct it, and import it too.
              </p>
              <p>
                <Button variant="default" onClick={() => saveRowsNotImported(step.rowsNotImported, fileName)}>
                  {step.rowsNotImported.skipped.length === 1
                    ? "Download the other row"
                    : `Download the other ${rowsWords(step.rowsNotImported.skipped.length)}`}
                </Button>
              </p>
            </>
          )}
          {step.importId === null ? (
            <Button component={Link} to={paths.eventPage(event.id, "attendees")}>
              See all attendees
            </Button>
          ) : (
            <Button
              component={Link}
              to={peopleOfImport(event.id, { importId: step.importId, hasInactive: step.inactiveCount > 0 })}
            >
              {step.inactiveCount === step.count ? "See them" : "See them, and mail their tickets"}
            </Button>
          )}
        </Section>
      );
  }
}

function saveRowsNotImported(rows: OtherRows, fileName: string): void {
  saveFile(new Blob([othersFileText(rows)], { type: "text/csv" }), othersFileName(fileName));
}

function Importing({ total, progress }: { total: number; progress: ImportProgress | null }) {
  const share = progress === null || progress.total === 0 ? 0 : (100 * progress.done) / progress.total;
  return (
    <Section title={`Registering ${peopleWords(total)}`}>
      {/* At least 2 %, so that the bar shows that the import has begun. */}
      <Progress value={Math.max(2, share)} aria-label="Import" animated />
      <p>
        {formatPercent(Math.round(share))}. All are registered at once, at the end. Please stay on this page
        until then.
      </p>
    </Section>
  );
}

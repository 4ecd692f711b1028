/**
 * /event/{eventId}/import: brings people from a spreadsheet. The file is checked as soon as it is chosen; nobody is
 * registered while a single row is wrong.
 */
import { Button, NativeSelect, Progress } from "@mantine/core";
import { useRef, useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { Event } from "../../../contract/event.ts";
import type { Ticket } from "../../../contract/ticket.ts";
import { ApiError } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { FilePicker } from "../../forms/FilePicker.tsx";
import { paths } from "../../paths.ts";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { notify } from "../../ui/snackbars/queue.ts";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { fetchTable } from "./fetchTable.ts";
import classes from "./Import.module.css";
import { ImportReport } from "./ImportReport.tsx";
import { type Checked, checkFile, type Progressed, runImport } from "./importRun.ts";
import { Section } from "./Section.tsx";

interface ImportPage {
  event: Event;
  tickets: Ticket[];
}

export async function loader(args: LoaderFunctionArgs): Promise<ImportPage> {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true };
  const tickets = await apiFrom(args.context).get(
    "ticket/getTicketsByEventId",
    { eventId: event.id },
    options,
  );
  return { event, tickets };
}

type Step =
  | { is: "choosing" }
  | { is: "checking" }
  | { is: "refused"; why: string }
  | { is: "checked"; checked: Checked }
  | { is: "importing"; checked: Checked; progress: Progressed | null }
  | { is: "done"; count: number };

export function Component() {
  const { event, tickets } = useLoaderData<typeof loader>();
  const [file, setFile] = useState<File | null>(null);
  const [ticketId, setTicketId] = useState("");
  const [step, setStep] = useState<Step>({ is: "choosing" });
  const latest = useRef(0);
  const key = useRef("");

  async function check(chosen: File, ticket: string): Promise<void> {
    // Of two checks the one that was asked for last is shown, whichever comes back first.
    const mine = ++latest.current;
    key.current = crypto.randomUUID();
    setStep({ is: "checking" });
    const told = await checkFile({ eventId: event.id, ticketId: ticket, file: chosen }).then(
      (checked): Step => (checked === undefined ? { is: "choosing" } : { is: "checked", checked }),
      refused,
    );
    if (mine === latest.current) setStep(told);
  }

  async function start(checked: Checked): Promise<void> {
    if (file === null || step.is === "importing") return;
    setStep({ is: "importing", checked, progress: null });
    const told = await runImport({ eventId: event.id, ticketId, file, key: key.current }, (progress) =>
      setStep({ is: "importing", checked, progress }),
    ).then((done): Step => {
      if (done === undefined) return { is: "choosing" };
      return done.insertCount > 0
        ? { is: "done", count: done.insertCount }
        : { is: "checked", checked: done };
    }, refused);
    setStep(told);
  }

  return (
    <StaffPage
      title="Import Attendees"
      event={event}
      lead="People from an .xlsx or .csv file, up to 50,000 at once."
    >
      <Section title="The file">
        <div className={classes.choice}>
          <FilePicker
            label="Spreadsheet"
            accept=".xlsx,.csv"
            value={file === null ? [] : [file]}
            description="The first row names the columns: name or first name and last name, e-mail, and if you like phone and ticket. All others are kept as additional fields."
            error={step.is === "refused" ? step.why : undefined}
            onChange={([chosen]) => {
              setFile(chosen ?? null);
              if (chosen === undefined) setStep({ is: "choosing" });
              else void check(chosen, ticketId);
            }}
          />
          <NativeSelect
            label="Ticket of rows that name none"
            value={ticketId}
            disabled={step.is === "importing"}
            data={[
              { value: "", label: "None: such rows are wrong" },
              ...tickets.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              setTicketId(value);
              if (file !== null) void check(file, value);
            }}
          />
          <p className={classes.template}>
            Begin with our table:
            {(["xlsx", "csv"] as const).map((format) => (
              <Button key={format} variant="default" onClick={() => void template(event.id, format)}>
                Template .{format}
              </Button>
            ))}
          </p>
        </div>
      </Section>
      <div aria-live="polite" className={classes.outcome}>
        <Outcome step={step} event={event} onStart={(checked) => void start(checked)} />
      </div>
    </StaffPage>
  );
}

function Outcome({
  step,
  event,
  onStart,
}: {
  step: Step;
  event: Event;
  onStart: (checked: Checked) => void;
}) {
  switch (step.is) {
    case "choosing":
    case "refused":
      return null;
    case "checking":
      return <p>Reading the file…</p>;
    case "checked":
      return <ImportReport checked={step.checked} onStart={() => onStart(step.checked)} />;
    case "importing":
      return <Importing total={step.checked.rowCount} progress={step.progress} />;
    case "done":
      return (
        <Section title="Done">
          <p>{step.count.toLocaleString("en-US")} people are registered. Nobody was written to.</p>
          <Button component={Link} to={paths.eventPage(event.id, "attendees")}>
            See them, and mail their tickets
          </Button>
        </Section>
      );
  }
}

function Importing({ total, progress }: { total: number; progress: Progressed | null }) {
  const share = progress === null || progress.total === 0 ? 0 : (100 * progress.done) / progress.total;
  return (
    <Section title={`Registering ${total.toLocaleString("en-US")} people`}>
      <Progress value={Math.max(2, share)} aria-label="Import" animated />
      <p>{Math.round(share)} %. All are registered at once, at the end. You may stay here or leave.</p>
    </Section>
  );
}

function refused(error: unknown): Step {
  if (!(error instanceof ApiError)) throw error;
  return { is: "refused", why: error.msg };
}

async function template(eventId: number, format: "xlsx" | "csv"): Promise<void> {
  await fetchTable("registration/importTemplate", { eventId: String(eventId), format }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: error.msg, color: "error" });
    },
  );
}

import { TextInput } from "@mantine/core";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { type CopiedEvent, copyBodyOf, copyProblems, copyValuesOf } from "./copyValues.ts";

type EventToCopy = CopiedEvent & Pick<Event, "config">;

interface CopyEventProps {
  event: EventToCopy | null;
  onCopied: (copy: Event) => void | Promise<void>;
  onClose: () => void;
}

export function CopyEvent({ event, onCopied, onClose }: CopyEventProps) {
  return (
    <Panel isOpen={event !== null} title={`Copy ${event?.name ?? ""}`} onClose={onClose}>
      {event !== null && <CopyForm event={event} onCopied={onCopied} />}
    </Panel>
  );
}

function CopyForm({ event, onCopied }: { event: EventToCopy; onCopied: CopyEventProps["onCopied"] }) {
  const form = useStaffForm({
    initialValues: copyValuesOf(event, new Date()),
    validate: (values) => copyProblems(values, event.timeZone),
  });
  const isSameName = form.values.name.trim() === event.name;
  return (
    <StaffForm
      form={form}
      label="Copy of the event"
      buttons={[{ label: "Make the copy" }]}
      fieldOfPath={{ startDatetime: "start" }}
      save={(values, options) => api.post("event/copy", copyBodyOf(values, event), options)}
      onSaved={onCopied}
    >
      <p>
        Tickets, extras, questions, texts and packages are copied; sold tickets and people are not. Sale times
        move by as many days as the event. We suggest the same weekday in a later year.
      </p>
      <TextInput
        label="Name"
        description={isSameName ? "The event you copy has this name, too." : undefined}
        inputWrapperOrder={["label", "input", "description", "error"]}
        required
        maxLength={200}
        {...form.getInputProps("name")}
      />
      <DateTimeField label="Starts" required clocks={clocksOf(event)} {...form.getInputProps("start")} />
    </StaffForm>
  );
}

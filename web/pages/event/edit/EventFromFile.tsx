import { Switch } from "@mantine/core";
import { useState } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { FilePicker } from "../../../forms/FilePicker.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { type Checked, EventCheck } from "./EventCheck.tsx";

interface EventFromFileProps {
  isOpen: boolean;
  onMade: (event: Event) => void | Promise<void>;
  onClose: () => void;
}

export function EventFromFile({ isOpen, onMade, onClose }: EventFromFileProps) {
  return (
    <Panel isOpen={isOpen} title="Event from a file" onClose={onClose}>
      {isOpen && <FromFileForm onMade={onMade} />}
    </Panel>
  );
}

function FromFileForm({ onMade }: Pick<EventFromFileProps, "onMade">) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const form = useStaffForm({
    initialValues: { file: [] as File[], withPeople: false },
    validate: ({ file }): Record<string, string> =>
      file.length === 0 ? { file: "Choose the .zip file of an event." } : {},
  });
  return (
    <StaffForm
      form={form}
      label="Event from a file"
      buttons={[{ label: "Create the event" }, { label: "Check", intent: "check" }]}
      fieldOfCode={{ invalidFile: "file" }}
      save={async (values, options, intent) => {
        const { file, withPeople } = values;
        setChecked(null);
        const result = await api.post(
          "event/fromArchive",
          { people: withPeople, dryRun: intent === "check" },
          { ...options, files: file },
        );
        if (intent === "check" && result !== undefined) setChecked({ values, result });
        return result;
      }}
      onSaved={async (made, intent) => {
        if (intent !== "check") await onMade(made);
      }}
    >
      <p>
        On the page Settings of an event, “Download everything” makes such a file. The new event is a draft
        until you publish it.
      </p>
      <FilePicker
        label="File"
        accept=".zip,application/zip"
        description="A .zip file, at most 25 MB"
        value={form.values.file}
        onChange={(file) => form.setFieldValue("file", file)}
        error={form.errors.file}
      />
      <Switch
        label="Include the people"
        description="People in the file are registered for free and get new codes; what they paid is kept as a note. The waiting list and the sponsors are imported too. Nobody gets a mail. Codes of the other event are not valid here. Orders and payments are kept in the archive of the new event, for reading only: they do not count as money here."
        {...form.getInputProps("withPeople", { type: "checkbox" })}
      />
      <EventCheck checked={checked} values={form.values} />
    </StaffForm>
  );
}

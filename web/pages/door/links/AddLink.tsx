import { Checkbox, TextInput } from "@mantine/core";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import type { NewLinkSecrets } from "./LinkSecrets.tsx";
import { type LinkValues, linkBody, linkProblems, newLink, rightNames } from "./linkWords.ts";

export function AddLink({ event, onAdded }: { event: Event; onAdded: (secrets: NewLinkSecrets) => void }) {
  const form = useStaffForm<LinkValues>({ initialValues: newLink, validate: linkProblems });
  return (
    <StaffForm
      form={form}
      label="Helper link"
      buttons={[{ label: "Make the link" }]}
      save={(values, options) =>
        api.post("door/addLink", linkBody(values, { eventId: event.id, timeZone: event.timeZone }), options)
      }
      onSaved={onAdded}
    >
      <TextInput
        label="Gate"
        required
        maxLength={60}
        placeholder="North gate"
        description="Other gates see this name when a ticket was already used here."
        data-autofocus
        {...form.getInputProps("gate")}
      />
      <Checkbox.Group label="Helpers may" {...form.getInputProps("rights")}>
        <div className="staffBoxes">
          {Object.entries(rightNames).map(([right, label]) => (
            <Checkbox key={right} value={right} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <DateTimeField
        label="Valid until"
        clocks={clocksOf(event)}
        {...(form.getValues().expiresAt === "" && {
          description: "If empty, three hours after the event's end.",
        })}
        {...form.getInputProps("expiresAt")}
      />
      <TextInput
        label="Number of devices"
        required
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps("mostDevices")}
      />
    </StaffForm>
  );
}

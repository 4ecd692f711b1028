import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { PasswordField } from "../../../forms/PasswordField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { type Checked, EventCheck } from "./EventCheck.tsx";

interface EventFromPretixProps {
  isOpen: boolean;
  onMade: (event: Event) => void | Promise<void>;
  onClose: () => void;
}

export function EventFromPretix({ isOpen, onMade, onClose }: EventFromPretixProps) {
  return (
    <Panel isOpen={isOpen} title="Event from pretix" onClose={onClose}>
      {isOpen && <FromPretixForm onMade={onMade} />}
    </Panel>
  );
}

const initialValues = { url: "https://pretix.eu", organizer: "", event: "", token: "", withPeople: false };

function FromPretixForm({ onMade }: Pick<EventFromPretixProps, "onMade">) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const form = useStaffForm({
    initialValues,
    validate: ({ url, organizer, event, token }): Record<string, string> => ({
      ...(url.trim() === "" && { url: "Enter the address of pretix." }),
      ...(organizer.trim() === "" && { organizer: "Enter the short name of the organizer." }),
      ...(event.trim() === "" && { event: "Enter the short name of the event." }),
      ...(token.trim() === "" && { token: "Enter the API token." }),
    }),
  });
  return (
    <StaffForm
      form={form}
      label="Event from pretix"
      buttons={[{ label: "Create the event" }, { label: "Check", intent: "check" }]}
      save={async (values, options, intent) => {
        const { url, organizer, event, token, withPeople } = values;
        setChecked(null);
        const source = {
          url: url.trim(),
          organizer: organizer.trim(),
          event: event.trim(),
          token: token.trim(),
        };
        const result = await api.post(
          "event/fromPretix",
          { ...source, people: withPeople, dryRun: intent === "check" },
          options,
        );
        if (intent === "check" && result !== undefined) setChecked({ values, result });
        return result;
      }}
      onSaved={async (made, intent) => {
        if (intent !== "check") await onMade(made);
      }}
    >
      <p>
        Products, variations, quotas, questions and vouchers become a draft, which is not public until you
        publish it. Nothing changes in pretix.
      </p>
      <TextInput
        label="Address of pretix"
        description="Such as https://pretix.eu"
        type="url"
        required
        maxLength={300}
        {...form.getInputProps("url")}
      />
      <TextInput
        label="Organizer"
        description="The first part of the shop's address: “rowing” in pretix.eu/rowing/gala"
        required
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps("organizer")}
      />
      <TextInput
        label="Event"
        description="The second part: “gala” in pretix.eu/rowing/gala"
        required
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps("event")}
      />
      <PasswordField
        label="API token"
        description="In pretix, under Organizer account, Teams: a team that may see the settings, orders and vouchers of the event. Foyer uses the token once and does not keep it."
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps("token")}
      />
      <Switch
        label="Include the people"
        description="Everybody with a paid order, or with an order that pretix admits before payment, and their personal data: names, addresses, answers, check-ins, and a note of the amount paid. They are registered for free, and nobody gets a mail. Their pretix tickets stay valid at the door."
        {...form.getInputProps("withPeople", { type: "checkbox" })}
      />
      <EventCheck checked={checked} values={form.values} />
    </StaffForm>
  );
}

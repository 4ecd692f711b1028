import { Textarea } from "@mantine/core";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { FieldGroup } from "../../../forms/FieldGroups.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import {
  addressesIn,
  type FormerAddressesValues,
  fieldOfAddress,
  formerAddressesProblems,
  formerAddressesValues,
} from "./formerAddressesForm.ts";

interface FormerAddressesProps {
  event: Pick<Event, "id">;
  addresses: readonly string[];
  onSaved: () => Promise<void>;
}

export function FormerAddresses({ event, addresses, onSaved }: FormerAddressesProps) {
  const form = useStaffForm<FormerAddressesValues>({
    initialValues: formerAddressesValues(addresses),
    validate: formerAddressesProblems,
  });
  return (
    <StaffForm
      form={form}
      label="Addresses of a former system"
      buttons={[{ label: "Save the addresses" }]}
      save={(values, options) =>
        api.post("event/saveFormerAddresses", { eventId: event.id, addresses: addressesIn(values) }, options)
      }
      fieldOfPath={fieldOfAddress}
      onSaved={(saved) => {
        form.setValues(formerAddressesValues(saved.addresses));
        return onSaved();
      }}
    >
      <FieldGroup
        title="Addresses of a former system"
        lead={`Links from your former ticket system keep working: on ${location.host}, each of these addresses leads to this event's page.`}
      >
        <Textarea
          label="Addresses, one per line"
          description="For example /peer/move. If you paste a whole link, only its path is kept."
          autosize
          minRows={3}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("addresses")}
        />
      </FieldGroup>
    </StaffForm>
  );
}

import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useRevalidator } from "react-router";
import { formatDay } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ClubTaxRate } from "../../../../contract/shapes/money/taxRate.ts";
import type { SharedCapacity } from "../../../../contract/shapes/sharedCapacity.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { takenText } from "../../../words/takenText.ts";
import { PriceFields } from "../tax/PriceFields.tsx";
import { type SavedTicketParts, saveTicketValues } from "./saveTicketValues.ts";
import { daysToChoose, newShared, problemsOf, type TicketValues, valuesOf } from "./ticketForm.ts";

interface TicketFormProps {
  event: Event;
  ticket: Ticket | null;
  capacities: readonly SharedCapacity[];
  /** The event's other tickets that share no places yet. */
  unshared: readonly Pick<Ticket, "id" | "title">[];
  taxRates: readonly ClubTaxRate[];
  /** How many are sold and held. */
  taken: number;
  onSaved: () => void | Promise<void>;
}

export function TicketForm({
  event,
  ticket,
  capacities,
  unshared,
  taxRates,
  taken,
  onSaved,
}: TicketFormProps) {
  const { timeZone, currency } = event;
  const form = useStaffForm<TicketValues>({
    initialValues: valuesOf(ticket, timeZone),
    validate: (values) => problemsOf(values, { timeZone, currency, taken }),
  });
  const days = daysToChoose(event, ticket?.validDays ?? []);
  const { shared } = form.getValues();
  const { revalidate } = useRevalidator();
  const saved = useRef<SavedTicketParts>({ ticketId: ticket?.id ?? null, capacityId: null });

  return (
    <StaffForm
      form={form}
      label="Ticket"
      buttons={[{ label: ticket === null ? "Add the ticket" : "Save the ticket" }]}
      save={(values, options) => saveTicketValues(values, options, { api, event, saved: saved.current })}
      fieldOfPath={{ sharedCapacityId: "shared", maxPlaces: "sharedPlaces" }}
      // A part may be saved already, so the page must show it.
      onRefused={revalidate}
      onSaved={onSaved}
    >
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps("title")} />
      <PriceFields
        event={event}
        taxRates={taxRates}
        chosenTaxRateId={ticket?.taxRateId ?? null}
        fieldProps={(name) => form.getInputProps(name)}
      />
      <TextInput
        label="How many there are"
        required
        inputMode="numeric"
        autoComplete="off"
        description={taken > 0 ? takenText(taken) : undefined}
        {...form.getInputProps("maxStock")}
      />
      <NativeSelect
        label="Shares its places with other tickets"
        description="Each ticket type keeps its own number. Together they never exceed the shared number."
        data={[
          { value: "", label: "No" },
          ...capacities.map(({ id, title, maxPlaces }) => ({
            value: String(id),
            label: `${title} (${maxPlaces.toLocaleString("en-US")} ${maxPlaces === 1 ? "place" : "places"})`,
          })),
          { value: newShared, label: "Yes, a new number of places …" },
        ]}
        {...form.getInputProps("shared")}
      />
      {shared === newShared && (
        <>
          <TextInput
            label="What they share"
            required
            maxLength={200}
            placeholder="Main hall"
            {...form.getInputProps("sharedTitle")}
          />
          <TextInput
            label="How many places together"
            required
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps("sharedPlaces")}
          />
          {unshared.length > 0 && (
            <Checkbox.Group
              label="Other tickets that share them"
              description="With none ticked, no other ticket shares them yet."
              {...form.getInputProps("sharedWith")}
            >
              <div className="staffBoxes">
                {unshared.map(({ id, title }) => (
                  <Checkbox key={id} value={String(id)} label={title} />
                ))}
              </div>
            </Checkbox.Group>
          )}
        </>
      )}
      <DateTimeField label="On sale from" clocks={clocksOf(event)} {...form.getInputProps("salesStart")} />
      <DateTimeField label="On sale until" clocks={clocksOf(event)} {...form.getInputProps("salesEnd")} />
      {days.length > 0 && (
        <Checkbox.Group
          label="Valid on"
          description="Valid at the door on the ticked days only. With none ticked it is valid on all days of the event."
          {...form.getInputProps("validDays")}
        >
          <div className="staffBoxes">
            {days.map((day) => (
              <Checkbox key={day} value={day} label={formatDay(day, event.config.dateFormat)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Switch
        label="Hidden: sold only with a promo code"
        description="Only visitors with a promo code for this ticket see it."
        {...form.getInputProps("isHidden", { type: "checkbox" })}
      />
      <Switch label="Active: it can be bought" {...form.getInputProps("isActive", { type: "checkbox" })} />
    </StaffForm>
  );
}

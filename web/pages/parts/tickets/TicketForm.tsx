/** One ticket: what it is called, what it costs, how many there are, and from when to when it is sold. */
import { Checkbox, Switch, Textarea, TextInput } from "@mantine/core";
import type { Event } from "../../../../contract/event.ts";
import type { Ticket } from "../../../../contract/ticket.ts";
import { api } from "../../../api/browser.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { MoneyField } from "../../../forms/MoneyField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import classes from "./TicketForm.module.css";
import { bodyOf, daysToChoose, problemsOf, type TicketValues, valuesOf } from "./ticketForm.ts";

interface TicketFormProps {
  event: Event;
  /** Null for a new one. */
  ticket: Ticket | null;
  /** What is sold and held of it. */
  taken: number;
  onSaved: () => void | Promise<void>;
}

export function TicketForm({ event, ticket, taken, onSaved }: TicketFormProps) {
  const { timeZone, currency } = event;
  const form = useStaffForm<TicketValues>({
    initialValues: valuesOf(ticket, timeZone),
    validate: (values) => problemsOf(values, { timeZone, taken }),
  });
  const days = daysToChoose(event, ticket?.validDays ?? []);
  return (
    <StaffForm
      form={form}
      label="Ticket"
      buttons={[{ label: ticket === null ? "Add the ticket" : "Save the ticket" }]}
      save={(values, options) =>
        api.post(
          "ticket/save",
          bodyOf(values, { eventId: event.id, ticketId: ticket?.id ?? null, timeZone }),
          options,
        )
      }
      fieldOfCode={{ inUse: "maxStock" }}
      savedWords="The ticket is saved."
      onSaved={onSaved}
    >
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps("title")} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps("description")}
      />
      <MoneyField
        label="Price"
        required
        currency={currency}
        description="0 is free. Who is buying at this moment keeps the price they were shown."
        {...form.getInputProps("price")}
      />
      <TextInput
        label="How many there are"
        required
        inputMode="numeric"
        autoComplete="off"
        description={taken > 0 ? `${taken.toLocaleString("en-US")} are sold or held` : undefined}
        {...form.getInputProps("maxStock")}
      />
      <DateTimeField label="On sale from" timeZone={timeZone} {...form.getInputProps("salesStart")} />
      <DateTimeField label="On sale until" timeZone={timeZone} {...form.getInputProps("salesEnd")} />
      {days.length > 0 && (
        <Checkbox.Group
          label="Valid on"
          description="At the door it lets in on these days alone; none ticked: on all days of the event."
          {...form.getInputProps("validDays")}
        >
          <div className={classes.days}>
            {days.map((day) => (
              <Checkbox key={day} value={day} label={dayLabel(day)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Switch label="Active: it can be bought" {...form.getInputProps("isActive", { type: "checkbox" })} />
    </StaffForm>
  );
}

/** "Sat, Nov 21" of a day of the calendar. */
function dayLabel(day: string): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

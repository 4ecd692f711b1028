import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { isAskedOf, shownQuestions } from "../../../contract/rules/questions/asked.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { Extras } from "../../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { api } from "../../api/browser.ts";
import { MoneyField } from "../../forms/MoneyField.tsx";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { AnswerFields } from "./AnswerFields.tsx";
import {
  type AddPersonEvent,
  type AddPersonValues,
  addedPaidWords,
  addPersonBody,
  addPersonProblems,
  listPriceOf,
  toPayText,
} from "./addPersonForm.ts";

interface AddPersonProps {
  event: Event;
  tickets: readonly Ticket[];
  extras: readonly Extras[];
  questions: readonly FormQuestion[];
  onAdded: () => void;
}

export function AddPerson({ event, tickets, extras, questions, onAdded }: AddPersonProps) {
  const { currency } = event;
  const saveAll = event.config.saveAllAttendeesDetails;
  const formEvent: AddPersonEvent = { ...event, eventId: event.id, saveAll, tickets, extras };
  const form = useStaffForm<AddPersonValues>({
    initialValues: {
      ticketId: String((tickets.find(({ isActive }) => isActive) ?? tickets[0])?.id ?? ""),
      quantity: "1",
      firstName: "",
      lastName: "",
      email: "",
      phone: "",
      extras: Object.fromEntries(extras.map(({ id }) => [id, ""])),
      paid: "",
      price: "",
      reason: "",
      mail: true,
      answers: {},
    },
    validate: (values) => addPersonProblems(values, formEvent),
  });
  const values = form.getValues();
  const { answers, paid } = values;
  const listPrice = listPriceOf(values, formEvent);
  const ticketIds = [Number(values.ticketId)];
  const askedQuestions = shownQuestions(
    questions.filter((question) => isAskedOf(question, { ticketIds, boughtTicketIds: ticketIds })),
    answers,
  );
  return (
    <StaffForm
      form={form}
      label="New person"
      buttons={[{ label: "Add the person" }]}
      fieldOfCode={{ soldOut: "quantity", notEnoughLeft: "quantity" }}
      fieldOfPath={{
        "tickets.0.quantity": "quantity",
        "attendees.0.firstName": "firstName",
        "attendees.0.lastName": "lastName",
        "attendees.0.email": "email",
        "attendees.0.phone": "phone",
      }}
      save={(filled, options) => api.post("registration/add", addPersonBody(filled, formEvent), options)}
      onSaved={onAdded}
    >
      <NativeSelect
        label="Ticket"
        data={tickets.map(({ id, title, price, isActive }) => ({
          value: String(id),
          label: `${title}, ${price === 0 ? "free" : formatMoney(price, currency)}${isActive ? "" : " (not on sale)"}`,
        }))}
        {...form.getInputProps("ticketId")}
      />
      <TextInput
        label="Number of tickets"
        inputMode="numeric"
        autoComplete="off"
        description={
          saveAll
            ? "More than one: the others get the same name with a number, and can be changed."
            : undefined
        }
        {...form.getInputProps("quantity")}
      />
      <TextInput label="First name" maxLength={100} required {...form.getInputProps("firstName")} />
      <TextInput label="Last name" maxLength={100} {...form.getInputProps("lastName")} />
      <TextInput label="E-mail" type="email" maxLength={254} {...form.getInputProps("email")} />
      <TextInput label="Phone" type="tel" maxLength={40} {...form.getInputProps("phone")} />
      {extras.map(({ id, name, price }) => (
        <TextInput
          key={id}
          label={`${name}, ${price === 0 ? "free" : formatMoney(price, currency)}`}
          placeholder="0"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps(`extras.${id}`)}
        />
      ))}
      <AnswerFields questions={askedQuestions} form={form} />
      {listPrice > 0 && (
        <NativeSelect
          label="Payment"
          required
          description={
            paid === "later"
              ? "The places are kept until the event is over. Mark the order as paid when the money has arrived."
              : undefined
          }
          data={[
            { value: "", label: "Choose" },
            ...Object.entries(addedPaidWords).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps("paid")}
        />
      )}
      {listPrice > 0 && paid !== "free" && (
        <MoneyField
          label="Another price"
          currency={currency}
          description={`Empty: the list price, ${formatMoney(listPrice, currency)} together. ${toPayText(values, formEvent)}`}
          {...form.getInputProps("price")}
        />
      )}
      <TextInput
        label="Note"
        maxLength={500}
        description="For the order, such as who called or the number of a cheque. Only staff see it."
        {...form.getInputProps("reason")}
      />
      <Switch
        label="Mail the tickets"
        disabled={values.email.trim() === ""}
        description={
          values.email.trim() === ""
            ? "Nothing is mailed without an e-mail address."
            : paid === "later"
              ? "They are mailed when the order is marked as paid."
              : undefined
        }
        {...form.getInputProps("mail", { type: "checkbox" })}
      />
    </StaffForm>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import { isEmail } from "../../../contract/rules/email.ts";
import { isAskedOf, shownQuestions } from "../../../contract/rules/questions/asked.ts";
import { type Answer, answerText, CHECKBOXES } from "../../../contract/rules/questions/questions.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { api } from "../../api/browser.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { AnswerFields } from "./AnswerFields.tsx";

interface ChangeAttendeeProps {
  event: Event;
  attendee: ListedAttendee;
  tickets: readonly Ticket[];
  questions: readonly FormQuestion[];
  onSaved: () => void;
}

type Values = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  ticketId: string;
  answers: Record<string, Answer>;
};

export function ChangeAttendee({ event, attendee, tickets, questions, onSaved }: ChangeAttendeeProps) {
  // The name of an unnamed guest in the list, "Guest of Mara Lind", is no value of the form.
  const isUnnamed = attendee.missing?.includes("name") === true;
  const storedAnswers = answersOf(attendee, questions);
  const form = useStaffForm<Values>({
    initialValues: {
      firstName: isUnnamed ? "" : attendee.firstName,
      lastName: attendee.lastName,
      email: attendee.email ?? "",
      phone: attendee.phone ?? "",
      ticketId: String(attendee.ticketId),
      answers: storedAnswers,
    },
    validate: ({ firstName, lastName, email }) => ({
      ...(firstName.trim() === "" &&
        (!isUnnamed || lastName.trim() !== "") && { firstName: "A first name is required." }),
      ...(email.trim() !== "" && !isEmail(email.trim()) && { email: "This is not an e-mail address." }),
    }),
  });
  const { answers, ticketId: chosenTicket } = form.getValues();
  // If only one attendee of a group is stored, the group may have tickets of every type.
  const allTickets = tickets.map(({ id }) => id);
  const person = {
    ticketIds: event.config.saveAllAttendeesDetails ? [Number(chosenTicket)] : allTickets,
    // What the buyer bought is not known here, so every ticket counts.
    boughtTicketIds: attendee.isPrimary ? allTickets : null,
  };
  const shownByAnswers = shownQuestions(
    questions.filter((question) => isAskedOf(question, person)),
    answers,
  );
  // A stored answer to another question is shown too, so that it can be removed.
  const askedQuestions = questions.filter(
    (question) => shownByAnswers.includes(question) || storedAnswers[question.id] !== undefined,
  );
  return (
    <StaffForm
      form={form}
      label="Attendee"
      buttons={[{ label: "Save changes" }]}
      fieldOfCode={{ soldOut: "ticketId", notEnoughLeft: "ticketId" }}
      save={({ ticketId, answers: newAnswers, firstName, ...values }, options) =>
        api.post(
          "registration/updateAttendee",
          {
            ...values,
            ...(firstName.trim() !== "" && { firstName }),
            attendeeId: attendee.id,
            eventId: event.id,
            ticketId: Number(ticketId),
            // An unchanged answer is not sent: it could be refused if its question has changed since.
            answers: askedQuestions
              .filter(({ id }) => answerText(newAnswers[id]) !== answerText(storedAnswers[id]))
              .map(({ id }) => ({ questionId: id, answer: requestAnswer(newAnswers[id]) })),
          },
          options,
        )
      }
      onSaved={onSaved}
    >
      <TextInput
        label="First name"
        maxLength={100}
        required={!isUnnamed}
        {...form.getInputProps("firstName")}
      />
      <TextInput label="Last name" maxLength={100} {...form.getInputProps("lastName")} />
      <TextInput label="E-mail" type="email" maxLength={254} {...form.getInputProps("email")} />
      <TextInput label="Phone" type="tel" maxLength={40} {...form.getInputProps("phone")} />
      <NativeSelect
        label="Ticket"
        description="A different ticket type needs a free place, and the new ticket is mailed. The payment stays the same."
        data={tickets.map(({ id, title, isActive }) => ({
          value: String(id),
          label: isActive ? title : `${title} (not on sale)`,
        }))}
        {...form.getInputProps("ticketId")}
      />
      <AnswerFields questions={askedQuestions} form={form} />
    </StaffForm>
  );
}

/** Checkboxes are stored as one text, one option per line. */
function answersOf({ answers }: ListedAttendee, questions: readonly FormQuestion[]): Record<string, Answer> {
  const types = new Map(questions.map(({ id, typeId }) => [id, typeId]));
  return Object.fromEntries(
    answers.map(({ questionId, answer }) => [
      String(questionId),
      types.get(questionId) === CHECKBOXES ? answer.split("\n") : answer,
    ]),
  );
}

function requestAnswer(answer: Answer | undefined): string | string[] {
  return answer === undefined ? "" : typeof answer === "string" ? answer : [...answer];
}

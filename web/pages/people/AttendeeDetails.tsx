import { Link } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { answerWords, questionWords, SHORT_ANSWER } from "../../../contract/rules/questions/questions.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { paths } from "../../paths.ts";
import { Fact } from "../../ui/Fact.tsx";
import { stateText, timeText, wholeOrderText } from "../../words/attendeeWords.ts";
import classes from "./AttendeeDetails.module.css";
import { CheckinHistory } from "./CheckinHistory.tsx";

interface AttendeeDetailsProps {
  event: Event;
  attendee: ListedAttendee;
  questions: readonly FormQuestion[];
}

export function AttendeeDetails({ event, attendee, questions }: AttendeeDetailsProps) {
  // The answers to a removed question are shown as texts.
  const typeOf = (id: number) => questions.find((question) => question.id === id)?.typeId ?? SHORT_ANSWER;
  const { email, phone, registrationEmail, ticketTitle, answers, additionalFields, orderId } = attendee;
  const { importedNumber, paidElsewhere } = attendee;
  return (
    <dl className={classes.list}>
      <Fact name="E-mail">{email ?? "–"}</Fact>
      {registrationEmail !== email && <Fact name="Registered by">{registrationEmail ?? "–"}</Fact>}
      <Fact name="Phone">{phone ?? "–"}</Fact>
      <Fact name="Ticket">{ticketTitle}</Fact>
      <Fact name="State">{stateText(attendee)}</Fact>
      {attendee.hasOldCode && (
        <Fact name="Old ticket">
          Valid at the door until a new ticket is mailed or the place is passed on
        </Fact>
      )}
      <Fact name="Registered">{timeText(attendee.registeredAt, event)}</Fact>
      <Fact name="Checked in">
        {timeText(attendee.checkinTime, event)}
        <CheckinHistory event={event} attendee={attendee} />
      </Fact>
      <Fact name="Order">
        {orderId === null ? (
          wholeOrderText(attendee)
        ) : (
          <Link className={classes.order} to={paths.eventOrder(event.id, orderId)}>
            {wholeOrderText(attendee)}
          </Link>
        )}
      </Fact>
      {importedNumber !== null && <Fact name="Order in another system">{importedNumber}</Fact>}
      {paidElsewhere !== null && (
        <Fact name="Paid in another system">{formatMoney(paidElsewhere, event.currency, true)}</Fact>
      )}
      {answers.map(({ questionId, text, answer }) => (
        <Fact key={questionId} name={questionWords({ typeId: typeOf(questionId), text })}>
          {answerWords(typeOf(questionId), answer)}
        </Fact>
      ))}
      {Object.entries(additionalFields).map(([name, text]) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
    </dl>
  );
}

/** All data of one attendee. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { answerWords, questionWords, SHORT_ANSWER } from "../../../contract/rules/questions/questions.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { paths } from "../../paths.ts";
import { stateText, timeText, wholeOrderText } from "../../words/attendeeWords.ts";
import classes from "./AttendeeDetails.module.css";
import { CheckinHistory } from "./CheckinStory.tsx";

interface AttendeeDetailsProps {
  event: Event;
  attendee: ListedAttendee;
  questions: readonly FormQuestion[];
}

export function AttendeeDetails({ event, attendee, questions }: AttendeeDetailsProps) {
  const typeOf = (id: number) => questions.find((question) => question.id === id)?.typeId ?? SHORT_ANSWER;
  const { email, phone, registrationEmail, ticketTitle, answers, additionalFields, orderId } = attendee;
  const { importedNumber, paidElsewhere } = attendee;
  return (
    <dl className={classes.list}>
      <Line name="E-mail">{email ?? "–"}</Line>
      {registrationEmail !== email && <Line name="Registered by">{registrationEmail ?? "–"}</Line>}
      <Line name="Phone">{phone ?? "–"}</Line>
      <Line name="Ticket">{ticketTitle}</Line>
      <Line name="State">{stateText(attendee)}</Line>
      {attendee.hasOldCode && (
        <Line name="Old ticket">
          Valid at the door until a new ticket is mailed or the place is passed on
        </Line>
      )}
      <Line name="Registered">
        {timeText(attendee.registeredAt, event.timeZone, event.config.dateFormat)}
      </Line>
      <Line name="Checked in">
        {timeText(attendee.checkinTime, event.timeZone, event.config.dateFormat)}
        <CheckinHistory event={event} attendee={attendee} />
      </Line>
      <Line name="Order">
        {orderId === null ? (
          wholeOrderText(attendee)
        ) : (
          <Link className={classes.order} to={paths.eventOrder(event.id, orderId)}>
            {wholeOrderText(attendee)}
          </Link>
        )}
      </Line>
      {importedNumber !== null && <Line name="Order elsewhere">{importedNumber}</Line>}
      {paidElsewhere !== null && (
        <Line name="Paid elsewhere">{formatMoney(paidElsewhere, event.currency, true)}</Line>
      )}
      {answers.map(({ questionId, text, answer }) => (
        <Line key={questionId} name={questionWords({ typeId: typeOf(questionId), text })}>
          {answerWords(typeOf(questionId), answer)}
        </Line>
      ))}
      {Object.entries(additionalFields).map(([name, text]) => (
        <Line key={name} name={name}>
          {text}
        </Line>
      ))}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

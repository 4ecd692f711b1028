/** Everything that is known of one attendee. */
import type { ReactNode } from "react";
import type { Event } from "../../../contract/event.ts";
import type { ListedAttendee } from "../../../contract/people.ts";
import classes from "./AttendeeDetails.module.css";
import { stateText, timeText, wholeOrderText } from "./attendeeWords.ts";
import { CheckinStory } from "./CheckinStory.tsx";

export function AttendeeDetails({ event, attendee }: { event: Event; attendee: ListedAttendee }) {
  const { email, phone, registrationEmail, ticketTitle, answers, additionalFields } = attendee;
  return (
    <dl className={classes.list}>
      <Line name="E-mail">{email ?? "–"}</Line>
      {registrationEmail !== email && <Line name="Registered by">{registrationEmail ?? "–"}</Line>}
      <Line name="Phone">{phone ?? "–"}</Line>
      <Line name="Ticket">{ticketTitle}</Line>
      <Line name="State">{stateText(attendee)}</Line>
      <Line name="Registered">{timeText(attendee.registeredAt, event.timeZone)}</Line>
      <Line name="Checked in">
        {timeText(attendee.checkinTime, event.timeZone)}
        <CheckinStory event={event} attendee={attendee} />
      </Line>
      <Line name="Order">{wholeOrderText(attendee)}</Line>
      {answers.map(({ questionId, text, answer }) => (
        <Line key={questionId} name={text}>
          {answer}
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

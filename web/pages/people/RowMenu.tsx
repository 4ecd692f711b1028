import { Menu } from "@mantine/core";
import { Link } from "react-router";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { paths } from "../../paths.ts";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import { nameText } from "../../words/attendeeWords.ts";
import { chatLinkTo } from "./chatLinkTo.ts";
import { noCheckinBecause } from "./checkIn.ts";
import { mailTicket, noMailBecause } from "./mailTicket.ts";
import type { AttendeeAction } from "./OneAttendee.tsx";
import classes from "./RowMenu.module.css";

interface RowMenuProps {
  event: Event;
  attendee: ListedAttendee;
  onAct: (act: AttendeeAction) => void;
}

export function RowMenu({ event, attendee, onAct }: RowMenuProps) {
  const name = nameText(attendee);
  const chatLink = chatLinkTo(attendee.phone, `Hello ${attendee.firstName}, about ${event.name}: `);
  const noCheckin = noCheckinBecause(attendee);
  const noMail = noMailBecause(attendee);
  return (
    <MoreMenu label={`More for ${name}`} width={240}>
      <Menu.Item onClick={() => onAct("details")}>Details and answers</Menu.Item>
      <Menu.Item onClick={() => onAct("change")}>Change</Menu.Item>
      {attendee.checkinTime !== null ? (
        <Menu.Item onClick={() => onAct("undoCheckIn")}>Undo the check-in</Menu.Item>
      ) : (
        <Menu.Item disabled={noCheckin !== null} onClick={() => onAct("checkIn")}>
          Check in
          {noCheckin !== null && <span className={classes.reason}>{noCheckin}</span>}
        </Menu.Item>
      )}
      <Menu.Item disabled={noMail !== null} onClick={() => void mailTicket(event.id, attendee)}>
        Mail the ticket
        {noMail !== null && <span className={classes.reason}>{noMail}</span>}
      </Menu.Item>
      {chatLink === null ? (
        <Menu.Item disabled>
          Open a chat
          <span className={classes.reason}>No phone number with a country code, such as +49…</span>
        </Menu.Item>
      ) : (
        <Menu.Item component="a" href={chatLink} target="_blank" rel="noreferrer">
          Open a chat
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={paths.qrViewer(event.id, attendee)}>
        QR code
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item className="staffRemoval" onClick={() => onAct("deleteAttendee")}>
        Delete the attendee
      </Menu.Item>
      <Menu.Item className="staffRemoval" onClick={() => onAct("deleteRegistration")}>
        Delete the registration
      </Menu.Item>
    </MoreMenu>
  );
}

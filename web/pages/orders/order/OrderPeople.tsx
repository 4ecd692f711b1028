import { Link } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { paths } from "../../../paths.ts";
import { nameText } from "../../../words/attendeeWords.ts";
import { OrderPart } from "./OrderPart.tsx";
import classes from "./OrderPeople.module.css";
import type { OrderPage } from "./orderPage.ts";

interface OrderPeopleProps {
  event: Event;
  order: ListedOrder;
  registered: NonNullable<OrderPage["registered"]>;
}

export function OrderPeople({ event, order, registered }: OrderPeopleProps) {
  const { attendees, registration } = registered;
  if (attendees.length === 0) return null;
  const isCancelled = registration.state === "cancelled";
  return (
    <OrderPart title={order.purpose === "registration" ? "Attendees" : "For the registration of"}>
      {isCancelled && <p className={classes.state}>The tickets are cancelled.</p>}
      <ul className={classes.people}>
        {attendees.map((attendee) => {
          const attendeeQuery = new URLSearchParams({ search: nameText(attendee), state: "all" });
          return (
            <li key={attendee.attendeeId}>
              <Link to={`${paths.eventPage(event.id, "attendees")}?${attendeeQuery}`}>
                {nameText(attendee)}
              </Link>
              <span>
                {attendee.ticketTitle}
                {attendee.checkinTime !== null && ", checked in"}
              </span>
            </li>
          );
        })}
      </ul>
    </OrderPart>
  );
}

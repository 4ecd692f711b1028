import { retryAfterOverdue } from "../../checkout/endHoldsWithoutPayment.ts";
import { addPeople } from "../../desk/addPeople.ts";
import { eventKey } from "../../events/rows.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderOfRegistration, presentStaffOrder } from "../../orders/rows.ts";
import { presentAttendees, presentRegistration } from "../../registrations/present.ts";
import { attendeesOf, registrationById } from "../../registrations/rows.ts";

export const add = route("registration/add", async ({ body, viewer, idempotency }, services) => {
  const { db, clock } = services;
  const event = await ownEvent(db, viewer, body.eventId);
  const registrationId = await retryAfterOverdue(services, body.eventId, () =>
    addPeople(db, body, { event, actor: actorOf(viewer), now: clock(), idempotency }),
  );
  const registration = (await registrationById(db, registrationId))!;
  const key = registration.state === "active" ? await eventKey(db, event.id) : undefined;
  const attendees = presentAttendees(await attendeesOf(db, registrationId), key?.private_key ?? null);
  const order = presentStaffOrder((await orderOfRegistration(db, registrationId))!);
  const count = attendees.length === 1 ? "1 person was added." : `${attendees.length} people were added.`;
  const unpaid =
    "Their places are kept until the event is over. Mark the order as paid when the money has arrived.";
  return {
    payload: { registration: presentRegistration(registration), attendees, order },
    msg: body.paid === "later" ? `${count} ${unpaid}` : count,
  };
});

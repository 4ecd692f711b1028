import { invalidInput } from "../../domainError.ts";
import { ownEvent } from "../../http/access/own.ts";
import { pagedReply, rowsOfPage } from "../../http/paging.ts";
import { route } from "../../http/route.ts";
import { listPeople } from "../../people/list.ts";
import { presentListed } from "../../people/present.ts";

export const getAttendees = route("registration/getAttendees", async ({ query, viewer }, { db }) => {
  const { searchKeyword, checkinStatus, ticketId, registrationState, orderStatus } = query;
  const { questionId, answer, extrasId, promoCodeId, importId, missing } = query;
  const eventId = query.eventId ?? query["event[id]"];
  if (eventId === undefined) throw invalidInput({ path: "eventId", message: "is required" });
  const event = await ownEvent(db, viewer, eventId);
  const page = rowsOfPage(query);
  const { rows, total, isTotalExact } = await listPeople(db, {
    eventId: event.id,
    attendeeCount: event.attendee_count,
    searchKeyword,
    filters: {
      checkinStatus,
      ticketId,
      registrationState,
      orderStatus,
      questionId,
      answer,
      extrasId,
      promoCodeId,
      importId,
      missing,
    },
    order: query.sortBy ?? "-registration",
    limit: page.limit,
    offset: page.offset,
  });
  return { payload: { ...pagedReply(presentListed(rows), total, page), isTotalExact } };
});

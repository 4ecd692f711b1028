/** /event/{eventId}/import. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { MOST_IMPORTED_ROWS } from "../../../../contract/rules/importLimits.ts";
import { apiFrom } from "../../../api/context.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../../event/staffEvent.ts";
import { ImportList } from "./ImportList.tsx";
import { ImportSteps } from "./ImportSteps.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const pageApi = apiFrom(args.context);
  const options = { signal: args.request.signal, withToken: true };
  const [tickets, questions, imports] = await Promise.all([
    pageApi.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
    pageApi.get("form/getFormQuestions", { eventId: event.id }, options),
    pageApi.get("import/getByEventId", { eventId: event.id }, options),
  ]);
  return { event, tickets, questions, imports };
}

export function Component() {
  const { event, tickets, questions, imports } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Import attendees"
      event={event}
      lead={`People from an .xlsx or .csv file, up to ${MOST_IMPORTED_ROWS.toLocaleString("en-US")} at once.`}
    >
      <ImportSteps event={event} tickets={tickets} questions={questions} imports={imports} />
      <ImportList event={event} imports={imports} />
    </StaffPage>
  );
}

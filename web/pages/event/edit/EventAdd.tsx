/** /event/add. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from "react-router";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { session } from "../../../stores/session.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { ChooseEventToCopy } from "./ChooseCopied.tsx";
import { EventForm } from "./EventForm.tsx";
import { EventFromFile } from "./EventFromFile.tsx";
import { EventFromPretix } from "./EventFromPretix.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  const clubId = session.get()?.currentUser.clubId ?? null;
  if (clubId === null) throw redirect(paths.signin());
  const [club, cards] = await Promise.all([
    api.get("club/getClub", { clubId }, options),
    api.get("event/getEventCards", { when: "all", itemsPerPage: 50 }, options),
  ]);
  return { club, eventsToCopy: cards.items };
}

export function Component() {
  const { club, eventsToCopy } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const [isFromFile, setFromFile] = useState(false);
  const [isFromPretix, setFromPretix] = useState(false);
  return (
    <StaffPage
      title="Add event"
      crumbs={[{ label: "Your events", to: paths.adminDashboard() }]}
      lead="A name, time, place and price are enough to start. You can add the rest later."
      actions={
        <>
          {eventsToCopy.length > 0 && (
            <Button variant="default" onClick={() => setChoosing(true)}>
              Copy an earlier event
            </Button>
          )}
          <Button variant="default" onClick={() => setFromFile(true)}>
            Event from a file
          </Button>
          <Button variant="default" onClick={() => setFromPretix(true)}>
            Event from pretix
          </Button>
        </>
      }
    >
      <EventForm
        event={null}
        tickets={[]}
        club={club}
        onSaved={({ id }) => navigate(paths.eventOverview(id))}
      />
      <ChooseEventToCopy
        isOpen={isChoosing}
        events={eventsToCopy}
        onCopied={({ id }) => navigate(paths.eventPage(id, "edit"))}
        onClose={() => setChoosing(false)}
      />
      <EventFromFile
        isOpen={isFromFile}
        onMade={({ id }) => navigate(paths.eventOverview(id))}
        onClose={() => setFromFile(false)}
      />
      <EventFromPretix
        isOpen={isFromPretix}
        onMade={({ id }) => navigate(paths.eventOverview(id))}
        onClose={() => setFromPretix(false)}
      />
    </StaffPage>
  );
}

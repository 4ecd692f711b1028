/** Downloads an event as one file, with or without its people. What holds personal data is said before. */
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { inSnackbar, useAct } from "../../../act/useAct.ts";
import { fetchFile } from "../../../api/fetchFile.ts";
import classes from "./DownloadEvent.module.css";

export function DownloadEvent({ eventId }: { eventId: number }) {
  const [withPeople, setWithPeople] = useState(false);
  const { isBusy, run } = useAct();
  const download = () =>
    run(() => fetchFile("event/archive", { eventId: String(eventId), people: String(withPeople) }), {
      refused: inSnackbar,
    });
  return (
    <section className={classes.download} aria-labelledby="download-heading">
      <h2 id="download-heading">Download everything</h2>
      <p>
        One .zip file with the settings, texts, picture, tickets, questions, extras, packages and promo codes.
        You can make a new event of it, also in another Foyer.
      </p>
      <Switch
        label="With people"
        description="Attendees with answers, check-ins and codes, orders, payments, refunds, sponsors and the waiting list, each as a table"
        checked={withPeople}
        onChange={(event) => setWithPeople(event.currentTarget.checked)}
      />
      <p role="status" className={classes.notice}>
        {withPeople
          ? "The file will have personal data, and codes that let people in. Keep it as carefully as your guest list."
          : "The file will have no personal data of visitors."}
      </p>
      <Button variant="default" aria-busy={isBusy} onClick={() => void download()}>
        {isBusy ? "Downloading…" : "Download event"}
      </Button>
    </section>
  );
}

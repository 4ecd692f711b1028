import { Button, Switch } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { inSnackbar, useAct } from "../act/useAct.ts";
import { type DownloadPath, fetchFile } from "../api/fetchFile.ts";
import classes from "./DownloadEverything.module.css";

interface DownloadEverythingProps {
  path: DownloadPath;
  query: object;
  label: string;
  /** What the file has without people. */
  children: ReactNode;
}

export function DownloadEverything({ path, query, label, children }: DownloadEverythingProps) {
  const [withPeople, setWithPeople] = useState(false);
  const { isBusy, run } = useAct();
  const download = () =>
    run(() => fetchFile(path, { ...query, people: withPeople }), { refused: inSnackbar });
  return (
    <section className={classes.download} aria-labelledby="download-heading">
      <h2 id="download-heading">Download everything</h2>
      <p>{children}</p>
      <Switch
        label="Include personal data"
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
        {isBusy ? "Downloading…" : label}
      </Button>
    </section>
  );
}

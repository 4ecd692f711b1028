/** The files of a closing: of one signature, or a draft of the current figures. */
import { Button } from "@mantine/core";
import { inSnackbar, useAct } from "../../act/useAct.ts";
import { type DownloadPath, fetchFile } from "../../api/fetchFile.ts";
import classes from "./Closing.module.css";

interface DownloadsProps {
  eventId: number;
  version: number | null;
}

const files: readonly (readonly [DownloadPath, string])[] = [
  ["event/closingPdf", "PDF"],
  ["event/closingSheet", ".xlsx"],
];

export function Downloads({ eventId, version }: DownloadsProps) {
  const { underWay: fetchingPath, run } = useAct();
  const query = { eventId: String(eventId), ...(version !== null && { version: String(version) }) };
  const download = (path: DownloadPath) =>
    run(() => fetchFile(path, query), { name: path, refused: inSnackbar });

  return (
    <div className={classes.downloads}>
      {files.map(([path, label]) => (
        <Button
          key={path}
          variant="default"
          aria-busy={fetchingPath === path}
          onClick={() => void download(path)}
        >
          {version === null ? `Draft as ${label}` : `Version ${version} as ${label}`}
        </Button>
      ))}
    </div>
  );
}

import { Button } from "@mantine/core";
import { inSnackbar, useAct } from "../../act/useAct.ts";
import { type DownloadPath, fetchFile } from "../../api/fetchFile.ts";
import classes from "./Closing.module.css";

const files: readonly (readonly [DownloadPath, string])[] = [
  ["event/closingPdf", "PDF"],
  ["event/closingSheet", ".xlsx"],
];

export function Downloads({ eventId, version }: { eventId: number; version: number | null }) {
  const { underWay: fetchingPath, run } = useAct();
  const download = (path: DownloadPath) =>
    run(() => fetchFile(path, { eventId, version }), { name: path, refused: inSnackbar });

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

/** A closing as files: of one signature, or, where none is named, of the figures as they are, as a draft. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../../api/apiError.ts";
import { type FilePath, fetchFile } from "../../api/fetchFile.ts";
import { notify } from "../../stores/snackbars.ts";
import classes from "./Closing.module.css";

interface DownloadsProps {
  eventId: number;
  version: number | null;
}

const files: readonly (readonly [FilePath, string])[] = [
  ["event/closingPdf", "PDF"],
  ["event/closingSheet", ".xlsx"],
];

export function Downloads({ eventId, version }: DownloadsProps) {
  const [fetching, setFetching] = useState<FilePath | null>(null);

  async function download(path: FilePath): Promise<void> {
    if (fetching !== null) return;
    setFetching(path);
    try {
      await fetchFile(path, {
        eventId: String(eventId),
        ...(version === null ? {} : { version: String(version) }),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: error.msg, color: "error" });
    } finally {
      setFetching(null);
    }
  }

  return (
    <div className={classes.downloads}>
      {files.map(([path, label]) => (
        <Button
          key={path}
          variant="default"
          aria-busy={fetching === path}
          onClick={() => void download(path)}
        >
          {version === null ? `Draft as ${label}` : `Version ${version} as ${label}`}
        </Button>
      ))}
    </div>
  );
}

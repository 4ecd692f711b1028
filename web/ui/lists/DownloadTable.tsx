import { Button } from "@mantine/core";
import { inSnackbar, useAct } from "../../act/useAct.ts";
import { type DownloadPath, fetchFile } from "../../api/fetchFile.ts";

interface DownloadTableProps {
  path: DownloadPath;
  /** The event and the filters. */
  query: object;
  disabled: boolean;
}

export function DownloadTable({ path, query, disabled }: DownloadTableProps) {
  const { underWay: fetching, run } = useAct();
  const download = (format: "xlsx" | "csv") =>
    run(() => fetchFile(path, { ...query, format }), { name: format, refused: inSnackbar });

  return (["xlsx", "csv"] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      disabled={disabled}
      aria-busy={fetching === format}
      onClick={() => void download(format)}
    >
      {fetching === format ? "Downloading…" : `Download .${format}`}
    </Button>
  ));
}

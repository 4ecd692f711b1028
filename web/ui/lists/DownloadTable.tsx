/** Two buttons that fetch what a list shows as a table: for a spreadsheet, and for other programs. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../../api/apiError.ts";
import { type FilePath, fetchFile } from "../../api/fetchFile.ts";
import { notify } from "../../stores/snackbars.ts";

interface DownloadTableProps {
  path: FilePath;
  /** What is fetched: the event and the filters. */
  query: Record<string, unknown>;
  disabled: boolean;
}

export function DownloadTable({ path, query, disabled }: DownloadTableProps) {
  const [fetching, setFetching] = useState<string | null>(null);

  async function download(format: "xlsx" | "csv"): Promise<void> {
    if (fetching !== null) return;
    setFetching(format);
    try {
      await fetchFile(path, asTexts({ ...query, format }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: error.msg, color: "error" });
    } finally {
      setFetching(null);
    }
  }

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

function asTexts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

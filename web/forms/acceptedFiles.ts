/** Which files a picker accepts (docs/product.md §3, §5). */

export interface FileFacts {
  readonly name: string;
  /** Empty if it is unknown. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** `accept` is as in `<input accept>`; an empty one accepts everything. */
export function isAccepted({ name, type }: Pick<FileFacts, "name" | "type">, accept: string): boolean {
  const patterns = accept
    .toLowerCase()
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
  if (patterns.length === 0 || patterns.includes("*/*") || patterns.includes("*")) return true;
  const lowerName = name.toLowerCase();
  // "text/csv;charset=utf-8" is text/csv.
  const lowerType = type.toLowerCase().split(";", 1)[0]?.trim() ?? "";
  return patterns.some((pattern) => {
    if (pattern.startsWith(".")) return lowerName.endsWith(pattern) && lowerName.length > pattern.length;
    if (pattern.endsWith("/*")) return lowerType.startsWith(pattern.slice(0, -1));
    return lowerType === pattern;
  });
}

export function sortFiles<F extends FileFacts>(
  files: readonly F[],
  { accept, multiple }: { accept: string; multiple: boolean },
): { accepted: F[]; rejected: F[] } {
  const acceptedFiles = files.filter((file) => isAccepted(file, accept));
  const accepted = multiple ? acceptedFiles : acceptedFiles.slice(0, 1);
  return { accepted, rejected: files.filter((file) => !accepted.includes(file)) };
}

export function acceptedFilesText({ accept, multiple }: { accept: string; multiple: boolean }): string {
  if (accept === "") return multiple ? "Choose files." : "Choose one file.";
  const patterns = accept.split(",").map((pattern) => pattern.trim());
  // People rarely know the mime type of a file.
  const extensions = patterns.filter((pattern) => pattern.startsWith("."));
  const list = new Intl.ListFormat("en-US", { type: "disjunction" });
  const kinds = list.format(extensions.length > 0 ? extensions : patterns);
  return multiple ? `Choose ${kinds} files.` : `Choose one ${kinds} file.`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

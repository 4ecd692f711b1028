// Finds the edits of a change, so that each can be reverted. Pure: source text and diff in, mutations out.
import { type Mutation, mutationsOf } from "./mutations.ts";

type Edit = Mutation & { addedLines: number };

/** Whether edits of this file are reverted. Edits of tests, their helpers and texts are not. */
export function isEdited(path: string): boolean {
  return (
    /^(contract|server|web)\/.+\.tsx?$/.test(path) &&
    !/\.test\.tsx?$|\/tests\/|^server\/testing\/|\.d\.ts$/.test(path)
  );
}

/**
 * A mutation that reverts each edit of a file, and the mutations inside edits of several lines. For a new file only the
 * latter, because the compiler notices that a whole file is missing. `diff`: of this file, by `git diff --unified=0`.
 */
export function mutationsOfEdits(source: string, path: string, diff: string): Mutation[] {
  const edits = editsOf(source, diff);
  const isInEdit = ({ line }: Mutation) =>
    edits.some((edit) => edit.addedLines > 1 && line >= edit.line && line < edit.line + edit.addedLines);
  const isNew = diff.includes("\n--- /dev/null\n");
  return [...(isNew ? [] : edits), ...mutationsOf(source, path).filter(isInEdit)];
}

/** The edits that change more than comments and empty lines. */
function editsOf(source: string, diff: string): Edit[] {
  const lines = source.split(/(?<=\n)/);
  const offsetOf = (line: number) => lines.slice(0, line - 1).join("").length;
  const [, ...hunks] = diff.split(/^@@ /m);
  return hunks.flatMap((hunk) => {
    const [, at, added = "1"] = /^-\S+ \+(\d+)(?:,(\d+))? @@/.exec(hunk)!;
    const addedLines = Number(added);
    // Git counts a place without added lines by the line before it.
    const line = Number(at) + (addedLines === 0 ? 1 : 0);
    const changed = hunk.split("\n").slice(1);
    if (changed.every((text) => /^([+-]\s*(\/\/.*|\/?\*.*)?|\\.*)?$/.test(text))) return [];
    const removed = changed.filter((text) => text.startsWith("-")).map((text) => `${text.slice(1)}\n`);
    const place = { start: offsetOf(line), end: offsetOf(line + addedLines) };
    return [{ ...place, replacement: removed.join(""), line, what: "takes the edit back", addedLines }];
  });
}

/** The text of a stream of server-sent events as its messages (HTML standard, §9.2.6). Pure but for what is left over. */

/** One message. */
export interface SentEvent {
  event: string;
  data: string;
}

/** Reads a stream piece by piece: each piece gives the messages it completes. */
export function eventReader(): (piece: string) => SentEvent[] {
  let rest = "";
  return (piece) => {
    rest += piece;
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const lines = block.split("\n");
      const data = valuesOf(lines, "data");
      // A comment has no data: it only says that the stream lives.
      return data.length === 0
        ? []
        : [{ event: valuesOf(lines, "event").at(-1) ?? "message", data: data.join("\n") }];
    });
  };
}

function valuesOf(lines: readonly string[], field: string): string[] {
  return lines.flatMap((line) =>
    line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, "")] : [],
  );
}

/** Parses `event` and `data` of server-sent events (HTML standard, §9.2.6) with LF line ends. */

export interface SentEvent {
  event: string;
  data: string;
}

/** Makes a reader. Each call takes a piece of the stream and returns the messages that it completes. */
export function eventReader(): (piece: string) => SentEvent[] {
  let rest = "";
  return (piece) => {
    rest += piece;
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const lines = block.split("\n");
      const data = valuesOf(lines, "data");
      // A comment that keeps the connection alive has no data.
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

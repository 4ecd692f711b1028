/**
 * Equal texts are sent once, and stay one text in memory: `cells` has the index of each cell's text, `widths` the
 * length of each row.
 */
export interface PackedRows {
  readonly texts: readonly string[];
  readonly cells: Uint32Array;
  readonly widths: Uint32Array;
}

/** Packs rows. */
export function packRows(rows: readonly (readonly string[])[]): PackedRows {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const existing = places.get(text);
    if (existing !== undefined) return existing;
    places.set(text, places.size);
    return places.size - 1;
  };
  const cells = Uint32Array.from(rows.flat(), placeOf);
  return { texts: [...places.keys()], cells, widths: Uint32Array.from(rows, (row) => row.length) };
}

/** Unpacks rows. */
export function unpackRows({ texts, cells, widths }: PackedRows): string[][] {
  let position = 0;
  return Array.from(widths, (width) => {
    const row = Array.from(cells.subarray(position, position + width), (place) => texts[place]!);
    position += width;
    return row;
  });
}

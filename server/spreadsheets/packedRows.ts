/**
 * A batch of rows on its way from the process that reads them. Equal texts are in it once, and are once in memory where it
 * is unpacked: a sheet in which a million cells say "Yes" has one text and a million numbers.
 */

/** The texts, which of them each cell is, and how many cells each row has. */
export interface PackedRows {
  readonly texts: readonly string[];
  readonly cells: Uint32Array;
  readonly widths: Uint32Array;
}

/** Packs them. */
export function packed(rows: readonly (readonly string[])[]): PackedRows {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, places.size);
    return places.size - 1;
  };
  const cells = Uint32Array.from(rows.flat(), placeOf);
  return { texts: [...places.keys()], cells, widths: Uint32Array.from(rows, (row) => row.length) };
}

/** Unpacks them. */
export function unpacked({ texts, cells, widths }: PackedRows): string[][] {
  let at = 0;
  return Array.from(widths, (width) => {
    const row = Array.from(cells.subarray(at, at + width), (place) => texts[place]!);
    at += width;
    return row;
  });
}

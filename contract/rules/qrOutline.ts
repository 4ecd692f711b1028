/**
 * The dark modules of a QR code as one SVG path: their outlines, in units of one module. Neighbours are one surface, so
 * no hairline shows between them at any size, and a path has two thirds of the commands that its rows would need. Pure.
 */

const commands = ["h", "v", "h-", "v-"] as const;
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** `rows` from the top, true is dark. Outlines run clockwise, around light inside dark the other way. */
export function qrOutline(rows: readonly (readonly boolean[])[]): string {
  const isDark = (x: number, y: number) => rows[y]?.[x] === true;
  /** Upper edges that are part of an outline already. */
  const drawn = new Set<number>();
  const path: string[] = [];
  for (const [y, row] of rows.entries())
    for (const x of row.keys())
      if (isDark(x, y) && !isDark(x, y - 1) && !drawn.has(y * row.length + x)) path.push(outlineFrom(x, y));
  return path.join("");

  /** Walks along the dark, which is on the right hand, from the upper edge of a module back to it. */
  function outlineFrom(startX: number, startY: number): string {
    let outline = `M${startX} ${startY}`;
    let [x, y, way] = [startX, startY, 0];
    for (;;) {
      const before = way;
      let length = 0;
      while (way === before) {
        if (way === 0) drawn.add(y * (rows[y]?.length ?? 0) + x);
        x += steps[way]![0];
        y += steps[way]![1];
        length++;
        way = turned(x, y, way);
      }
      if (x === startX && y === startY && way === 0) return `${outline}z`;
      outline += `${commands[before]}${length}`;
    }
  }

  function turned(x: number, y: number, way: number): number {
    // The modules around a corner, clockwise from the upper right: ahead are this one on the left and the next on the right.
    const around = [isDark(x, y - 1), isDark(x, y), isDark(x - 1, y), isDark(x - 1, y - 1)];
    if (!around[(way + 1) % 4]) return (way + 1) % 4;
    return around[way] ? (way + 3) % 4 : way;
  }
}

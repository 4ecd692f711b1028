/** SVG commands by direction: right, down, left, up. */
const commands = ["h", "v", "h-", "v-"] as const;

/** The dark modules (`true`) as one SVG path in units of a module. Outlines leave no thin lines between modules. */
export function qrOutline(rows: readonly (readonly boolean[])[]): string {
  const width = rows[0]?.length ?? 0;
  // A light border around the code, so that four modules meet at every corner. A corner has the index of the module at
  // its lower right.
  const stride = width + 2;
  const dark = new Uint8Array(stride * (rows.length + 2));
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x++) if (row[x]) dark[(y + 1) * stride + x + 1] = 1;
  /** Upper edges that are part of an outline already. */
  const drawn = new Uint8Array(dark.length);
  /** By direction: the step to the next corner, and from there to the modules ahead at the right and at the left. */
  const steps = [1, stride, -1, -stride] as const;
  const ahead = { right: [0, -1, -stride - 1, -stride], left: [-stride, 0, -1, -stride - 1] } as const;

  let path = "";
  for (let corner = stride + 1; corner < dark.length; corner++)
    if (dark[corner] && !dark[corner - stride] && !drawn[corner]) path += outlineFrom(corner);
  return path;

  /** Walks along the dark modules, keeping them on the right, from the upper edge of a module back to it. */
  function outlineFrom(start: number): string {
    let outline = `M${(start % stride) - 1} ${Math.floor(start / stride) - 1}`;
    let corner = start;
    let direction = 0;
    for (;;) {
      const before = direction;
      let length = 0;
      while (direction === before) {
        if (direction === 0) drawn[corner] = 1;
        corner += steps[direction]!;
        length++;
        if (!dark[corner + ahead.right[direction]!]) direction = (direction + 1) % 4;
        else if (dark[corner + ahead.left[direction]!]) direction = (direction + 3) % 4;
      }
      if (corner === start && direction === 0) return `${outline}z`;
      outline += `${commands[before]}${length}`;
    }
  }
}

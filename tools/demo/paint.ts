/** The size of the events' pictures. */
export const canvas = { width: 1920, height: 1080 } as const;

export function repeatPaint(count: number, paint: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => paint(index)).join("");
}

/** Rounds to two decimals, because a small number could be written with an exponent. */
export function numberText(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Defines a radial gradient that fades out; use it as `url(#id)`. */
export function glowOf(id: string, colour: string, strength = 1): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".35" stop-color="${colour}" stop-opacity="${numberText(strength * 0.38)}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
}

/** Defines a linear gradient, vertical by default; stops are `[offset, colour, opacity?]`. */
export function fade(
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  direction = 'x1="0" y1="0" x2="0" y2="1"',
): string {
  return `<linearGradient id="${id}" ${direction}>${stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join("")}</linearGradient>`;
}

/** Defines a blur of `deviation` pixels; use it as `url(#id)`. */
export function blurOf(id: string, deviation: number): string {
  return `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${numberText(x)}" cy="${numberText(y)}" r="${numberText(radius)}" fill="${fill}" opacity="${numberText(opacity)}"/>`;
}

/** Computes a line like hills (value noise of several octaves), or with `sharp` like mountains. */
export function ridgeLine(
  random: () => number,
  { y, height, roughness, sharp = false }: { y: number; height: number; roughness: number; sharp?: boolean },
): [number, number][] {
  const octaves = [3, 6, 13, 27, 55, 111].map((count) => Array.from({ length: count + 2 }, random));
  return Array.from({ length: 321 }, (_, step) => {
    const along = step / 320;
    let sum = 0;
    let weight = 1;
    for (const values of octaves) {
      const position = along * (values.length - 2);
      const index = Math.floor(position);
      const part = sharp ? position - index : (1 - Math.cos((position - index) * Math.PI)) / 2;
      sum += weight * ((values[index] ?? 0) * (1 - part) + (values[index + 1] ?? 0) * part - 0.5);
      weight *= roughness;
    }
    return [along * canvas.width, y - sum * height];
  });
}

export function areaUnder(line: readonly (readonly [number, number])[], fill: string, extra = ""): string {
  const points = line.map(([x, y]) => `${numberText(x)} ${numberText(y)}`).join("L");
  return `<path d="M0 ${canvas.height}L${points}L${canvas.width} ${canvas.height}z" fill="${fill}" ${extra}/>`;
}

/** Draws people from behind. `arms` is the probability of raised arms; `rim` colours their upper edges. */
export function crowd(
  random: () => number,
  {
    id,
    y,
    size,
    fill,
    count,
    arms = 0,
    rim,
  }: { id: string; y: number; size: number; fill: string; count: number; arms?: number; rim?: string },
): string {
  const people = Array.from({ length: count }, (_, index) => {
    const x = ((index + 0.5) / count) * (canvas.width + 2 * size) - size + (random() - 0.5) * size * 0.9;
    return person(
      random,
      x,
      y + (random() - 0.5) * size * 0.7,
      size * (0.86 + random() * 0.3),
      random() < arms,
    );
  });
  const edge =
    rim === undefined
      ? ""
      : `<use href="#${id}" y="${numberText(-size * 0.05)}" fill="${rim}" stroke="${rim}"/>`;
  return `<g fill="${fill}" stroke="${fill}">${edge}<g id="${id}">${people.join("")}</g></g>`;
}

function person(random: () => number, x: number, y: number, size: number, raisesArms: boolean): string {
  const point = (right: number, down: number) =>
    `${numberText(x + right * size)} ${numberText(y + down * size)}`;
  const shoulder = 0.95 + random() * 0.2;
  const bottom = (canvas.height - y) / size + 0.2;
  const body = `<path stroke="none" d="M${point(-shoulder, bottom)}C${point(-shoulder, 1.1)} ${point(-0.75, 0.66)} ${point(-0.22, 0.5)}L${point(0.22, 0.5)}C${point(0.75, 0.66)} ${point(shoulder, 1.1)} ${point(shoulder, bottom)}z"/>`;
  const head = `<path stroke="none" d="M${point(-0.38, -0.05)}C${point(-0.4, -0.68)} ${point(0.4, -0.68)} ${point(0.38, -0.05)}C${point(0.36, 0.34)} ${point(0.2, 0.52)} ${point(0, 0.54)}C${point(-0.2, 0.52)} ${point(-0.36, 0.34)} ${point(-0.38, -0.05)}z"/>`;
  const hair = random();
  const longHair = `<path stroke="none" d="M${point(-0.4, -0.2)}Q${point(-0.56, 0.5)} ${point(-0.44, 0.86)}L${point(0.44, 0.86)}Q${point(0.56, 0.5)} ${point(0.4, -0.2)}Q${point(0, -0.78)} ${point(-0.4, -0.2)}z"/>`;
  const bun = `<circle stroke="none" cx="${numberText(x + size * 0.05)}" cy="${numberText(y - size * 0.6)}" r="${numberText(size * 0.17)}"/>`;
  const style = hair < 0.35 ? longHair : hair < 0.48 ? bun : "";
  if (!raisesArms) return body + head + style;
  const sides = random() < 0.45 ? [-1, 1] : [random() < 0.5 ? -1 : 1];
  const arms = sides.map((side) => {
    const hand = [side * (0.55 + random() * 0.5), -1.05 - random() * 0.5] as const;
    const elbow = [side * (0.92 + random() * 0.2), 0.1 - random() * 0.25] as const;
    return (
      `<path fill="none" stroke-width="${numberText(size * 0.25)}" stroke-linecap="round" stroke-linejoin="round" d="M${point(side * 0.72, 0.95)}L${point(elbow[0], elbow[1])}L${point(hand[0], hand[1])}"/>` +
      `<ellipse stroke="none" cx="${numberText(x + hand[0] * size)}" cy="${numberText(y + (hand[1] - 0.16) * size)}" rx="${numberText(size * 0.16)}" ry="${numberText(size * 0.25)}"/>`
    );
  });
  return body + head + style + arms.join("");
}

export function svg(
  definitions: string,
  content: string,
  { width, height } = canvas as { width: number; height: number },
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs>${content}</svg>`;
}

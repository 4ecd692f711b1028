import { seededRandom } from "../chance.ts";
import { areaUnder, blurOf, disc, fade, glowOf, numberText, repeatPaint, ridgeLine, svg } from "../paint.ts";

const horizon = 600;

export function harbourRegatta(): string {
  const random = seededRandom(2026);
  const definitions =
    fade("sky", [
      [0, "#1d3a6b"],
      [0.22, "#4a6aa0"],
      [0.4, "#c48a8a"],
      [0.5, "#f3b37a"],
      [0.56, "#ffe0a6"],
    ]) +
    fade("sea", [
      [0, "#f2bd88"],
      [0.1, "#c9907e"],
      [0.32, "#5f6d93"],
      [1, "#12243f"],
    ]) +
    glowOf("sun", "#fff4d4") +
    glowOf("haze", "#ffd596", 0.85) +
    fade("sail", [
      [0, "#fffaf0"],
      [0.6, "#f3dfc4"],
      [1, "#cf9f83"],
    ]) +
    fade("jib", [
      [0, "#f9ead2"],
      [1, "#b98a7a"],
    ]) +
    fade("red", [
      [0, "#e2574a"],
      [1, "#8f2a34"],
    ]) +
    fade("navy", [
      [0, "#4468a8"],
      [1, "#1c2f5c"],
    ]) +
    fade("gold", [
      [0, "#f0c877"],
      [1, "#a8743a"],
    ]) +
    fade("hull", [
      [0, "#3a4770"],
      [1, "#131a30"],
    ]) +
    blurOf("far", 1.6) +
    blurOf("foam", 3) +
    blurOf("cloud", 16) +
    blurOf("glitter", 1) +
    '<filter id="ripple" x="-10%" y="0" width="120%" height="100%"><feTurbulence type="turbulence" baseFrequency=".006 .075" numOctaves="2" seed="4"/><feDisplacementMap in="SourceGraphic" scale="30" xChannelSelector="R" yChannelSelector="G"/><feGaussianBlur stdDeviation="1.6 .6"/></filter>';

  const clouds = repeatPaint(26, (index) => {
    const y = 90 + random() * 380;
    const tint = y > 330 ? "#ffd0a0" : "#e9b3ab";
    return `<ellipse cx="${numberText(random() * 1920)}" cy="${numberText(y)}" rx="${numberText(120 + random() * 330)}" ry="${numberText(5 + random() * 17)}" fill="${tint}" opacity="${numberText(0.16 + (index % 5) * 0.07)}"/>`;
  });
  const far = areaUnder(
    ridgeLine(random, { y: horizon - 30, height: 110, roughness: 0.5 }),
    "#b98d90",
    `clip-path="inset(0 0 ${1080 - horizon}px 0)"`,
  );
  const near = areaUnder(
    ridgeLine(random, { y: horizon - 8, height: 70, roughness: 0.5 }).map(
      ([x, y]) => [x, x < 1350 ? y + (1350 - x) * 0.1 : y] as const,
    ),
    "#6f6580",
    `clip-path="inset(0 0 ${1080 - horizon}px 0)"`,
  );

  const fleet = [
    { x: 70, y: 634, scale: 0.25, hue: "navy" },
    { x: 1600, y: 632, scale: 0.24, hue: "sail" },
    { x: 300, y: 640, scale: 0.3, hue: "sail" },
    { x: 205, y: 650, scale: 0.36, hue: "gold" },
    { x: 1690, y: 668, scale: 0.46, hue: "red" },
    { x: 660, y: 676, scale: 0.52, hue: "sail" },
    { x: 1400, y: 736, scale: 0.86, hue: "gold" },
    { x: 440, y: 782, scale: 1.1, hue: "navy" },
    { x: 930, y: 884, scale: 1.5, hue: "red" },
  ];
  const boats = fleet.map((boat) => reflection(boat) + yacht(boat)).join("");

  const glitter = repeatPaint(900, () => {
    const depth = random() ** 1.7;
    const y = horizon + 4 + depth * 470;
    const spread = 40 + depth * 330;
    const x = 1090 + (random() + random() + random() - 1.5) * spread;
    return `<ellipse cx="${numberText(x)}" cy="${numberText(y)}" rx="${numberText(3 + depth * 26 * random())}" ry="${numberText(0.7 + depth * 2.1)}" fill="#fff2cf" opacity="${numberText(0.16 + random() * 0.62)}"/>`;
  });
  const waves = repeatPaint(520, () => {
    const depth = random() ** 1.4;
    const y = horizon + 8 + depth * 472;
    const light = random() < 0.5;
    return `<ellipse cx="${numberText(random() * 1920)}" cy="${numberText(y)}" rx="${numberText(12 + depth * 110 * random())}" ry="${numberText(0.6 + depth * 2.4)}" fill="${light ? "#ffdcb4" : "#0c1c38"}" opacity="${numberText(light ? 0.07 + random() * 0.13 : 0.06 + depth * 0.22)}"/>`;
  });
  const gulls = [
    [300, 250, 1],
    [372, 284, 0.7],
    [245, 310, 0.6],
    [1560, 190, 0.8],
  ].map(
    ([x = 0, y = 0, scale = 1]) =>
      `<path d="M${x - 26 * scale} ${y - 8 * scale}q${13 * scale} ${-12 * scale} ${26 * scale} ${8 * scale}q${13 * scale} ${-20 * scale} ${28 * scale} ${-10 * scale}" fill="none" stroke="#3b3a55" stroke-width="${numberText(4 * scale)}" stroke-linecap="round"/>`,
  );

  return svg(
    definitions,
    `<rect width="1920" height="1080" fill="url(#sky)"/>
<g filter="url(#cloud)">${clouds}</g>
<ellipse cx="1090" cy="${horizon - 40}" rx="900" ry="330" fill="url(#haze)"/>
${disc(1090, horizon - 62, 250, "url(#sun)")}${disc(1090, horizon - 62, 46, "#fffdf2")}
<g filter="url(#far)">${far}${near}</g>
<rect y="${horizon}" width="1920" height="${1080 - horizon}" fill="url(#sea)"/>
<ellipse cx="1090" cy="${horizon + 10}" rx="620" ry="240" fill="url(#haze)" opacity=".55" clip-path="inset(240px 0 0 0)"/>
${waves}<g filter="url(#glitter)">${glitter}</g>
${boats}${gulls.join("")}`,
  );
}

interface Yacht {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly hue: string;
}

/** Distant yachts are paler because of haze. */
function yacht({ x, y, scale, hue }: Yacht): string {
  const clear = Math.min(1, 0.45 + scale * 0.4);
  return `<g transform="translate(${x} ${y}) scale(${scale}) rotate(4)" opacity="${numberText(clear)}">${rig(hue)}${hull}
<path d="M-136 30Q0 44 158 22" stroke="#fff3dc" stroke-width="7" fill="none" opacity=".55" stroke-linecap="round" filter="url(#foam)"/></g>`;
}

const hull = `<path d="M-122-16Q0 4 150-24L124 18Q8 38-96 22z" fill="url(#hull)"/><path d="M-122-16Q0 4 150-24L146-18Q0 10-120-10z" fill="#fffaf0"/>
<path d="M-112 4Q0 22 134-4L131 1Q0 27-110 9z" fill="#c79f5a"/><path d="M-44-14q34-20 84-8l-2 8q-42 6-82 0z" fill="#e6d6bd"/>
<path d="M-96-16v-14M-74-15v-14M92-18v-14M116-20v-14M-96-30L116-34" stroke="#6a5a55" stroke-width="1.800" opacity=".7"/>`;

function rig(hue: string): string {
  return `<path d="M6-400L6-20" stroke="#4a3a36" stroke-width="5"/>
<path d="M-2-392Q-96-190-110-46Q-50-30 0-34z" fill="url(#sail)"/>
<path d="M-28-300Q-60-210-74-130" stroke="#d8bfa2" stroke-width="2" fill="none" opacity=".8"/><path d="M-70-150H-1M-52-226H-1M-34-300H-1" stroke="#d8bfa2" stroke-width="1.600" opacity=".8"/>
<path d="M14-376Q104-240 148-40Q70-26 12-40Q40-210 14-376z" fill="url(#${hue === "sail" ? "jib" : hue})"/>
<path d="M-112-40L4-30" stroke="#4a3a36" stroke-width="4"/><path d="M8-400L146-30M6-400L-112-30" stroke="#5d4c48" stroke-width="1.200" opacity=".6"/>`;
}

function reflection({ x, y, scale, hue }: Yacht): string {
  return `<g filter="url(#ripple)" opacity="${numberText(0.2 + scale * 0.14)}"><g transform="translate(${x} ${numberText(y + 34 * scale)}) scale(${scale} ${numberText(-scale * 0.7)}) rotate(4)">${rig(hue)}${hull}</g></g>`;
}

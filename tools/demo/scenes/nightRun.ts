import { seededRandom } from "../chance.ts";
import {
  areaUnder,
  blurOf,
  canvas,
  disc,
  fade,
  glowOf,
  numberText,
  repeatPaint,
  ridgeLine,
  svg,
} from "../paint.ts";

export function nightRun(): string {
  const random = seededRandom(1187);
  const definitions =
    fade("sky", [
      [0, "#03060f"],
      [0.38, "#0b1735"],
      [0.5, "#1d3062"],
      [0.62, "#5b5684"],
      [0.7, "#c08a84"],
    ]) +
    fade("rock", [
      [0, "#1b2447"],
      [0.4, "#0d142c"],
      [1, "#070b18"],
    ]) +
    glowOf("lamp", "#fff3d2") +
    glowOf("halo", "#ffcf7f", 0.9) +
    glowOf("star", "#ffffff") +
    fade(
      "beam",
      [
        [0, "#fff6dc", 0.75],
        [1, "#fff1c4", 0],
      ],
      'x1="0" y1="0" x2="1" y2="0"',
    ) +
    blurOf("mist", 22) +
    // The Milky Way: clouds of noise, bright in a band.
    '<filter id="dust" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".004 .011" numOctaves="5" seed="11"/><feColorMatrix values="0 0 0 0 .78  0 0 0 0 .82  0 0 0 0 1  1.9 0 0 0 -.72"/></filter>' +
    '<linearGradient id="band" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>' +
    '<mask id="inBand"><rect x="-400" y="40" width="2700" height="480" fill="url(#band)"/></mask>';

  const stars = repeatPaint(620, () => {
    const size = random() ** 4 * 1.9 + 0.45;
    return disc(
      random() * 1920,
      random() * 720,
      size,
      random() < 0.2 ? "#ffdcb0" : "#e8efff",
      0.35 + random() * 0.65,
    );
  });
  const bandStars = repeatPaint(900, () => {
    const along = random() * 2300 - 200;
    const aside = (random() + random() + random() - 1.5) * 210;
    return disc(along, 280 + aside, random() ** 3 * 1.3 + 0.35, "#f2f5ff", 0.25 + random() * 0.6);
  });
  const bright = repeatPaint(9, () =>
    disc(random() * 1920, random() * 480, 7 + random() * 7, "url(#star)", 0.9),
  );

  const ranges = [
    { y: 640, height: 300, colour: "#5d6791", foot: "#a88aa0" },
    { y: 740, height: 300, colour: "#3c4671", foot: "#6f6690" },
    { y: 850, height: 280, colour: "#212a50", foot: "#3d4270" },
  ].map(({ y, height, colour, foot }, index) => {
    const line = ridgeLine(random, { y, height, roughness: 0.5, sharp: true });
    const direction = `gradientUnits="userSpaceOnUse" x1="0" y1="${y - height * 0.5}" x2="0" y2="${y + 150}"`;
    return (
      fade(
        `range${index}`,
        [
          [0, colour],
          [1, foot],
        ],
        direction,
      ) + areaUnder(line, `url(#range${index})`)
    );
  });

  const mountain = ridgeLine(random, { y: 0, height: 46, roughness: 0.62, sharp: true }).map(
    ([x, y]) => [x, y + 545 + (x < peak ? (peak - x) * 0.47 : (x - peak) * 0.4)] as const,
  );
  const lights = trail()
    .map(
      ({ x, y, near }) =>
        disc(x, y, 12 + near * 40, "url(#halo)", 0.42) +
        disc(x, y, 3 + near * 7, "url(#lamp)") +
        disc(x, y, 1 + near * 2.3, "#fffaf0"),
    )
    .join("");
  const front = ridgeLine(random, { y: 1046, height: 90, roughness: 0.42 });

  return svg(
    definitions,
    `<rect width="1920" height="1080" fill="url(#sky)"/>
<g transform="rotate(-17 960 300)"><g mask="url(#inBand)"><rect x="-400" y="40" width="2700" height="480" filter="url(#dust)" opacity=".62"/></g>${bandStars}</g>
${stars}${bright}
${ranges.join("")}
<ellipse cx="520" cy="890" rx="760" ry="40" fill="#c9b6d2" opacity=".3" filter="url(#mist)"/>
${areaUnder(mountain, "url(#rock)")}
${lights}
<ellipse cx="1250" cy="1030" rx="900" ry="36" fill="#8f90c0" opacity=".22" filter="url(#mist)"/>
${areaUnder(front, "#04060c")}
${grass(random)}
${[0, 1, 2, 3].map((index) => runner(250 + index * 165, 1018 + (index % 2) * 7, 0.74 - index * 0.045)).join("")}`,
  );
}

const peak = 1370;

/** Gives the positions of the lamps from the viewer to the peak; `near` goes from 1 to 0. */
function trail(): { x: number; y: number; near: number }[] {
  return Array.from({ length: 74 }, (_, index) => {
    const along = index / 73;
    const near = (1 - along) ** 1.5;
    const swing = Math.sin(along * Math.PI * 5.2 + 0.3);
    const width = 24 + 330 * (1 - along) ** 1.15;
    return {
      x: peak - 40 + 40 * along + swing * width,
      y: 1030 - along ** 0.86 * 452 - swing * 16 * near,
      near,
    };
  });
}

function grass(random: () => number): string {
  return `<g stroke="#05080f" stroke-width="2.4" fill="none" stroke-linecap="round">${repeatPaint(260, () => {
    const x = random() * canvas.width;
    const height = 16 + random() * 34;
    return `<path d="M${numberText(x)} 1080q${numberText((random() - 0.5) * 14)} ${numberText(-height - 20)} ${numberText((random() - 0.5) * 34)} ${numberText(-height - 34)}"/>`;
  })}</g>`;
}

function runner(x: number, ground: number, scale: number): string {
  const ink = "#03050b";
  const limb = (d: string, width: number) => `<path d="${d}" stroke-width="${width}"/>`;
  return `<g transform="translate(${x} ${ground}) scale(${numberText(scale)})">
<path d="M34-178L250-214 250-92z" fill="url(#beam)" opacity=".42"/>
<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">
${limb("M-4-92Q-14-66-30-46", 19)}${limb("M-30-46Q-54-40-78-48", 12)}${limb("M-78-48L-84-34", 9)}
${limb("M2-94Q26-84 42-68", 20)}${limb("M42-68Q40-44 32-20", 13)}${limb("M32-20L48-16", 9)}
${limb("M8-140Q-14-128-20-112L-2-100", 9)}${limb("M14-140Q32-122 44-112L60-130", 9)}
<path d="M12-142Q14-116 0-94" stroke-width="25"/><path d="M16-158L14-146" stroke-width="11"/></g>
<path fill="${ink}" d="M10-172a14 16 0 1 1 27 3q4 4 0 6q-2 14-14 11q-12-2-13-20z"/>
<circle cx="36" cy="-179" r="26" fill="url(#lamp)"/><circle cx="36" cy="-179" r="4" fill="#fffdf5"/></g>`;
}

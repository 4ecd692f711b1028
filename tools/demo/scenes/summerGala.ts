import { seededRandom } from "../chance.ts";
import { areaUnder, blurOf, disc, fade, glowOf, numberText, repeatPaint, ridgeLine, svg } from "../paint.ts";

export function summerGala(): string {
  const random = seededRandom(77);
  const definitions =
    fade("dusk", [
      [0, "#141a3c"],
      [0.3, "#3b3566"],
      [0.5, "#93557a"],
      [0.62, "#e08a6d"],
      [0.7, "#f6bf83"],
    ]) +
    fade("water", [
      [0, "#d98d74"],
      [0.4, "#6d4a70"],
      [1, "#221c3c"],
    ]) +
    fade("table", [
      [0, "#3a2c38"],
      [0.25, "#211924"],
      [1, "#0c090f"],
    ]) +
    fade("wine", [
      [0, "#ffe9a8"],
      [0.5, "#f2bf58"],
      [1, "#b97a24"],
    ]) +
    fade(
      "glass",
      [
        [0, "#ffffff", 0.5],
        [0.18, "#ffffff", 0.08],
        [0.5, "#ffffff", 0.02],
        [0.84, "#ffffff", 0.1],
        [1, "#fff2d8", 0.62],
      ],
      'x1="0" y1="0" x2="1" y2="0"',
    ) +
    fade(
      "stem",
      [
        [0, "#fff4dc", 0.85],
        [0.4, "#b98f7a", 0.35],
        [1, "#fff4dc", 0.9],
      ],
      'x1="0" y1="0" x2="1" y2="0"',
    ) +
    glowOf("lamp", "#ffd78f") +
    glowOf("core", "#fff6e2") +
    glowOf("sun", "#ffe3b0") +
    blurOf("soft", 3.5) +
    blurOf("far", 7) +
    blurOf("wide", 26) +
    blurOf("edge", 1.4);

  const bay = 700;
  const hills =
    areaUnder(ridgeLine(random, { y: bay - 42, height: 120, roughness: 0.5 }), "#6a4a70") +
    areaUnder(ridgeLine(random, { y: bay - 12, height: 80, roughness: 0.5 }), "#4a3860");
  const shore = repeatPaint(70, () => {
    const x = random() * 1920;
    const y = bay - 4 - random() * 34;
    const colour = random() < 0.7 ? "#ffce8a" : "#fff0d0";
    return (
      disc(x, y, 2.5 + random() * 5, colour, 0.5 + random() * 0.5) +
      `<ellipse cx="${numberText(x)}" cy="${numberText(bay + 34 + random() * 26)}" rx="4" ry="${numberText(22 + random() * 40)}" fill="${colour}" opacity=".22"/>`
    );
  });
  const bokeh = repeatPaint(60, () => {
    const x = random() * 1920;
    const y = 330 + random() * 460;
    const radius = 12 + random() ** 2 * 58;
    const colour =
      ["#ffcf86", "#ffb36b", "#ff9f9a", "#ffe7bd", "#c9a8e6"][Math.floor(random() * 5)] ?? "#ffcf86";
    return (
      disc(x, y, radius, colour, 0.1 + random() * 0.17) +
      `<circle cx="${numberText(x)}" cy="${numberText(y)}" r="${numberText(radius)}" fill="none" stroke="${colour}" stroke-width="2" opacity=".28"/>`
    );
  });
  const strings = [
    lampString(random, { from: [-80, 40], to: [1000, -50], sag: 250, lamps: 17, size: 1.15 }),
    lampString(random, { from: [900, -60], to: [2020, 90], sag: 260, lamps: 17, size: 1.2 }),
    lampString(random, { from: [-60, 250], to: [1980, 210], sag: 170, lamps: 25, size: 0.72 }),
    lampString(random, { from: [420, -60], to: [1560, -60], sag: 110, lamps: 13, size: 0.85 }),
  ];
  const candles = [330, 700, 1250, 1640].map((x, index) =>
    candle(x, 930 - (index % 2) * 26, 0.9 + (index % 2) * 0.1),
  );
  const glasses = [
    { x: 230, base: 1010, scale: 0.94 },
    { x: 470, base: 1048, scale: 1.12 },
    { x: 1450, base: 1048, scale: 1.12 },
    { x: 1700, base: 1006, scale: 0.94 },
    { x: 880, base: 1074, scale: 1.34 },
    { x: 1085, base: 1074, scale: 1.34 },
  ];

  return svg(
    definitions,
    `<rect width="1920" height="1080" fill="url(#dusk)"/>
<g filter="url(#wide)">${repeatPaint(16, () => `<ellipse cx="${numberText(random() * 1920)}" cy="${numberText(260 + random() * 330)}" rx="${numberText(180 + random() * 320)}" ry="${numberText(8 + random() * 16)}" fill="#ffb59a" opacity="${numberText(0.18 + random() * 0.25)}"/>`)}</g>
${disc(1240, bay - 20, 430, "url(#sun)")}
<g filter="url(#far)">${hills}<rect y="${bay}" width="1920" height="380" fill="url(#water)"/>${shore}
<ellipse cx="1240" cy="${bay + 60}" rx="150" ry="70" fill="#ffdca6" opacity=".5"/></g>
<g filter="url(#edge)">${bokeh}</g>
${strings.join("")}
<path d="M-80 860Q960 820 2000 860V1160H-80z" fill="url(#table)" filter="url(#soft)"/>
<g filter="url(#wide)"><ellipse cx="960" cy="900" rx="760" ry="26" fill="#ffcf8a" opacity=".4"/></g>
<g filter="url(#soft)">${candles.join("")}</g>
${glasses.map((glass) => flute(random, glass)).join("")}`,
  );
}

interface LampString {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly sag: number;
  readonly lamps: number;
  readonly size: number;
}

function lampString(random: () => number, { from, to, sag, lamps, size }: LampString): string {
  const point = (along: number) => {
    const x = from[0] + (to[0] - from[0]) * along;
    const y = from[1] + (to[1] - from[1]) * along + 4 * sag * along * (1 - along);
    return [x, y] as const;
  };
  const wire = repeatPaint(
    41,
    (index) =>
      `${index === 0 ? "M" : "L"}${point(index / 40)
        .map(numberText)
        .join(" ")}`,
  );
  const bulbs = repeatPaint(lamps, (index) => {
    const [x, y] = point((index + 0.5) / lamps);
    const bright = 0.8 + random() * 0.2;
    return (
      disc(x, y + 24 * size, 84 * size, "url(#lamp)", 0.42 * bright) +
      `<path d="M${numberText(x)} ${numberText(y)}v${numberText(9 * size)}" stroke="#1b1420" stroke-width="${numberText(7 * size)}"/>` +
      `<path d="M${numberText(x - 5 * size)} ${numberText(y + 9 * size)}q${numberText(-13 * size)} ${numberText(26 * size)} ${numberText(5 * size)} ${numberText(28 * size)}q${numberText(18 * size)} ${numberText(-2 * size)} ${numberText(5 * size)} ${numberText(-28 * size)}z" fill="#ffe9bd" opacity="${numberText(bright)}"/>` +
      disc(x, y + 24 * size, 15 * size, "url(#core)")
    );
  });
  return `<path d="${wire}" fill="none" stroke="#1b1420" stroke-width="${numberText(3.4 * size)}" opacity=".85"/>${bulbs}`;
}

function candle(x: number, base: number, scale: number): string {
  return `<g transform="translate(${x} ${base}) scale(${numberText(scale)})">${disc(0, -66, 150, "url(#lamp)", 0.85)}
<path d="M-30-70h60l-6 74q-24 8-48 0z" fill="#ffdba4" opacity=".5"/><path d="M-22-30h44l-4 32q-18 6-36 0z" fill="#fff1d2" opacity=".85"/>
<path d="M0-72q-15 24 0 36q15-12 0-36z" fill="#fff4d6"/>${disc(0, -50, 26, "url(#core)")}</g>`;
}

function flute(random: () => number, { x, base, scale }: { x: number; base: number; scale: number }): string {
  const bowl = "M-44-430Q-52-270-30-214Q-16-184 0-178Q16-184 30-214Q52-270 44-430z";
  const bubbles = repeatPaint(34, () =>
    disc((random() - 0.5) * 52, -205 - random() * 160, 1.1 + random() * 2.3, "#fff8e4", 0.5 + random() * 0.5),
  );
  return `<g transform="translate(${x} ${base}) scale(${numberText(scale)})">
<ellipse cx="0" cy="4" rx="74" ry="11" fill="#000" opacity=".4"/>
<path d="M-46-376Q-50-262-29-214Q-15-186 0-180Q15-186 29-214Q50-262 46-376Q0-366-46-376z" fill="url(#wine)" opacity=".92"/>
<ellipse cx="0" cy="-376" rx="46" ry="7" fill="#fff0c2" opacity=".95"/>${bubbles}
<path d="${bowl}" fill="url(#glass)"/><path d="M-44-430Q-52-270-30-214Q-16-184 0-178" fill="none" stroke="#fff6e4" stroke-width="2.400" opacity=".8"/>
<path d="M44-430Q52-270 30-214Q16-184 0-178" fill="none" stroke="#ffe2ae" stroke-width="3" opacity=".85"/>
<ellipse cx="0" cy="-430" rx="44" ry="6.500" fill="none" stroke="#fff8ea" stroke-width="2.200" opacity=".85"/>
<path d="M-34-404Q-40-300-26-236" fill="none" stroke="#ffffff" stroke-width="6" stroke-linecap="round" opacity=".5"/>
<path d="M-5-180Q-3-90-6-18Q-30-6-58 0Q0 12 58 0Q30-6 6-18Q3-90 5-180z" fill="url(#stem)"/>
<ellipse cx="0" cy="0" rx="60" ry="8" fill="none" stroke="#ffeccb" stroke-width="2" opacity=".7"/></g>`;
}

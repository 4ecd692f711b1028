import { seededRandom } from "../chance.ts";
import { blurOf, crowd, disc, fade, glowOf, numberText, repeatPaint, svg } from "../paint.ts";

export function winterConcert(): string {
  const random = seededRandom(41);
  const definitions =
    fade("air", [
      [0, "#04060f"],
      [0.45, "#0d1c44"],
      [0.72, "#2f4f9b"],
      [1, "#101a38"],
    ]) +
    fade("cold", [
      [0, "#dcecff", 0.85],
      [0.35, "#7fb0ff", 0.3],
      [1, "#5d8cff", 0],
    ]) +
    fade("violet", [
      [0, "#ffd9fb", 0.8],
      [0.4, "#c070ff", 0.28],
      [1, "#7a3cff", 0],
    ]) +
    fade("warm", [
      [0, "#fff1d6", 0.8],
      [0.4, "#ffbe6b", 0.22],
      [1, "#ff9a3c", 0],
    ]) +
    glowOf("blue", "#9fc4ff") +
    glowOf("white", "#ffffff") +
    glowOf("pink", "#e7a4ff") +
    glowOf("amber", "#ffd08a") +
    fade("stageEdge", [
      [0, "#0a1026"],
      [1, "#04060e"],
    ]) +
    blurOf("soft", 9) +
    blurOf("mist", 46) +
    blurOf("far", 1.2) +
    blurOf("near", 4);

  const beam = (x: number, angle: number, width: number, paint: string, opacity: number) => {
    const length = 1250;
    const endX = x + Math.sin(angle) * length;
    const endY = 96 + Math.cos(angle) * length;
    const across = [Math.cos(angle) * width, -Math.sin(angle) * width] as const;
    return `<path d="M${numberText(x - 7)} 96L${numberText(x + 7)} 96L${numberText(endX + across[0])} ${numberText(endY + across[1])}L${numberText(endX - across[0])} ${numberText(endY - across[1])}z" fill="url(#${paint})" opacity="${opacity}"/>`;
  };
  const lamps = Array.from({ length: 13 }, (_, index) => 150 + index * 135);
  const beams = lamps
    .map((x, index) => {
      const paint = index % 4 === 1 ? "violet" : index % 6 === 4 ? "warm" : "cold";
      const lean = ((index - 6) / 6) * -0.55;
      return (
        beam(x, lean + (index % 2 === 0 ? 0.16 : -0.2), 92, paint, 0.72) +
        beam(x, lean * 0.3 + (index % 2 === 0 ? -0.34 : 0.3), 54, paint, 0.42)
      );
    })
    .join("");
  const heads = lamps
    .map(
      (x, index) =>
        disc(x, 96, 60, `url(#${index % 4 === 1 ? "pink" : index % 6 === 4 ? "amber" : "blue"})`) +
        disc(x, 96, 9, "#ffffff"),
    )
    .join("");
  const truss =
    `<g stroke="#02040a" stroke-width="7" fill="none"><path d="M0 58H1920M0 100H1920"/><path stroke-width="4" d="M0 100` +
    repeatPaint(33, (index) => `L${30 + index * 60} ${index % 2 === 0 ? 58 : 100}`) +
    `"/></g>`;

  // Panels of light at the back of the stage.
  const wall = repeatPaint(17, (index) => {
    const x = 420 + index * 64;
    const height = 120 + Math.abs(Math.sin(index * 1.7)) * 170;
    return `<rect x="${numberText(x)}" y="${numberText(735 - height)}" width="44" height="${numberText(height)}" rx="4" fill="${index % 3 === 0 ? "#dff0ff" : "#86b4ff"}" opacity="${numberText(0.2 + random() * 0.4)}"/>`;
  });

  return svg(
    definitions,
    `<rect width="1920" height="1080" fill="url(#air)"/>
<ellipse cx="960" cy="690" rx="900" ry="260" fill="url(#blue)" opacity=".9"/>
<g filter="url(#soft)">${wall}</g>
<g style="mix-blend-mode:screen" filter="url(#soft)">${beams}</g>
<g filter="url(#mist)" opacity=".5"><ellipse cx="480" cy="640" rx="420" ry="60" fill="#a9c8ff"/><ellipse cx="1350" cy="600" rx="480" ry="70" fill="#c9b4ff"/><ellipse cx="960" cy="730" rx="760" ry="46" fill="#ffffff" opacity=".6"/></g>
${truss}${heads}
<path d="M250 752H1670L1720 1080H200z" fill="url(#stageEdge)"/>
<path d="M250 752H1670" stroke="#cfe2ff" stroke-width="3" opacity=".8"/>
<g transform="translate(960 752) scale(.74) translate(-1010 -752)" filter="url(#far)">${band()}</g>
<g style="mix-blend-mode:screen"><ellipse cx="960" cy="716" rx="520" ry="120" fill="url(#white)" opacity=".55"/><ellipse cx="960" cy="748" rx="760" ry="40" fill="url(#blue)"/></g>
${repeatPaint(190, () => disc(random() * 1920, random() * 900, 1.2 + random() * 2.6, "#ffffff", 0.2 + random() * 0.5))}
${repeatPaint(26, () => disc(random() * 1920, random() * 1000, 9 + random() * 18, "url(#white)", 0.5))}
<g filter="url(#far)">${crowd(random, { id: "a", y: 806, size: 30, fill: "#15296a", rim: "#7ea6ff", arms: 0.4, count: 52 })}</g>
<g filter="url(#far)">${crowd(random, { id: "b", y: 868, size: 46, fill: "#0b1640", rim: "#5f86e0", arms: 0.4, count: 33 })}</g>
<g filter="url(#far)">${crowd(random, { id: "c", y: 944, size: 68, fill: "#060c26", rim: "#324f9c", arms: 0.36, count: 21 })}</g>
<g filter="url(#near)">${crowd(random, { id: "d", y: 1040, size: 100, fill: "#02040d", rim: "#18295c", arms: 0.34, count: 13 })}</g>
<ellipse cx="960" cy="760" rx="1100" ry="250" fill="url(#blue)" opacity=".26" style="mix-blend-mode:screen"/>`,
  );
}

function band(): string {
  const ink = "#03050c";
  const limb = (path: string, width: number) =>
    `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const singer =
    disc(960, 574, 19, ink) +
    `<path d="M936 600q24-14 48 0l8 76-12 76h-40l-12-76z" fill="${ink}"/>` +
    limb("M940 612l-34 22 30-40", 13) +
    limb("M982 612l40-30 22-44", 13) +
    limb("M936 588l-14 164", 4) +
    limb("M908 752h30", 4);
  const guitar = (x: number, flip: number) =>
    `<g transform="translate(${x} 0) scale(${flip} 1)">` +
    disc(0, 590, 18, ink) +
    `<path d="M-24 616q24-14 48 0l6 72 4 64h-24l-10-52-12 52h-24l6-64z" fill="${ink}"/>` +
    `<ellipse cx="8" cy="668" rx="30" ry="21" fill="${ink}" transform="rotate(-22 8 668)"/>` +
    limb("M8 668l104-52", 8) +
    limb("M22 622l34 24 24-12", 12) +
    limb("M-20 622l-10 32 32 12", 12) +
    "</g>";
  const drums =
    disc(1190, 600, 17, ink) +
    `<path d="M1166 622q24-12 48 0l6 90h-60z" fill="${ink}"/>` +
    limb("M1170 630l-26 22-20-24", 11) +
    limb("M1210 630l24 18 24-30", 11) +
    `<ellipse cx="1190" cy="716" rx="48" ry="44" fill="${ink}"/><ellipse cx="1124" cy="704" rx="30" ry="22" fill="${ink}"/><ellipse cx="1256" cy="704" rx="30" ry="22" fill="${ink}"/>` +
    limb("M1094 650h52M1120 650v100M1232 640h56M1260 640v110", 4);
  return guitar(760, 1) + drums + singer + guitar(1430, -1);
}

import { seededRandom } from "../chance.ts";
import { blurOf, crowd, disc, fade, glowOf, numberText, repeatPaint, svg } from "../paint.ts";

const vanishing = { x: 960, y: 560 } as const;

export function streetFood(): string {
  const random = seededRandom(505);
  const definitions =
    fade("night", [
      [0, "#070912"],
      [0.35, "#151833"],
      [0.55, "#4a2a3a"],
      [0.7, "#a4552f"],
    ]) +
    fade("street", [
      [0, "#e38a3d"],
      [0.25, "#7d3f24"],
      [1, "#170c0d"],
    ]) +
    glowOf("warm", "#ffb055", 0.9) +
    glowOf("red", "#ff6a3c", 0.85) +
    glowOf("lamp", "#fff0c8") +
    glowOf("end", "#ffdc94") +
    '<radialGradient id="paper" cx=".5" cy=".55" r=".62"><stop offset="0" stop-color="#ffe6a0"/><stop offset=".45" stop-color="#ff9d3f"/><stop offset="1" stop-color="#b32d16"/></radialGradient>' +
    '<radialGradient id="rose" cx=".5" cy=".55" r=".62"><stop offset="0" stop-color="#ffd9a6"/><stop offset=".45" stop-color="#ff5d43"/><stop offset="1" stop-color="#8c1420"/></radialGradient>' +
    '<radialGradient id="cream" cx=".5" cy=".55" r=".62"><stop offset="0" stop-color="#fff8dc"/><stop offset=".5" stop-color="#ffd27a"/><stop offset="1" stop-color="#c9742c"/></radialGradient>' +
    blurOf("far", 5) +
    blurOf("soft", 2) +
    blurOf("steam", 24) +
    blurOf("near", 5);

  // Of the stalls and lanterns, from the far end of the street to the viewer.
  const depths = [0.06, 0.1, 0.15, 0.22, 0.31, 0.43, 0.58, 0.78];
  const stalls = depths.map(
    (depth, index) => stall(random, depth, -1, index) + stall(random, depth, 1, index + 1),
  );
  const lanterns = depths.flatMap((depth, row) => {
    const lanternDepth = depth + 0.05;
    const columns = [-0.78, -0.46, -0.15, 0.17, 0.48, 0.8];
    const wire = columns
      .map((side) => lanternPlace(lanternDepth, side, row))
      .map(([x, y]) => `${numberText(x)} ${numberText(y - 56 * lanternDepth * 1.9)}`);
    return [
      `<path d="M${wire.join("L")}" fill="none" stroke="#120a0c" stroke-width="${numberText(1 + 4 * lanternDepth)}" opacity=".7"/>`,
      ...columns.map((side, column) => {
        const [x, y] = lanternPlace(lanternDepth, side, row);
        const paint = ["paper", "rose", "cream"][(row + column) % 3] ?? "paper";
        return lantern(x, y, 56 * lanternDepth * 1.9, paint);
      }),
    ];
  });
  const steam = [
    [330, 700, 0.5],
    [1570, 690, 0.5],
    [610, 640, 0.34],
    [1330, 640, 0.34],
  ].map(([x = 0, y = 0, strength = 0.4]) =>
    repeatPaint(
      9,
      (puff) =>
        `<ellipse cx="${numberText(x + (random() - 0.5) * 90 + puff * 8)}" cy="${numberText(y - puff * 42)}" rx="${numberText(34 + puff * 11)}" ry="${numberText(26 + puff * 6)}" fill="#ffe9cf" opacity="${numberText((strength * (9 - puff)) / 22)}"/>`,
    ),
  );
  const shine = repeatPaint(240, () => {
    const depth = random();
    const y = vanishing.y + 60 + depth ** 1.3 * 470;
    return `<ellipse cx="${numberText(960 + (random() - 0.5) * (260 + depth * 1800))}" cy="${numberText(y)}" rx="${numberText(3 + depth * 34)}" ry="${numberText(0.8 + depth * 3)}" fill="${random() < 0.7 ? "#ffc070" : "#ff7d4a"}" opacity="${numberText(0.1 + random() * 0.28)}"/>`;
  });

  return svg(
    definitions,
    `<rect width="1920" height="1080" fill="url(#night)"/>
<g filter="url(#far)">${facades(random)}</g>
${disc(vanishing.x, vanishing.y, 520, "url(#end)", 0.75)}
<path d="M880 560H1040L2300 1080H-380z" fill="url(#street)"/>${shine}
<g filter="url(#far)">${repeatPaint(26, (index) => walker(random, 700 + index * 21 + random() * 12, 612 + random() * 22, 0.3 + random() * 0.1, "#3a1c18"))}</g>
${stalls.join("")}
<g filter="url(#steam)">${steam.join("")}</g>
<g filter="url(#soft)">${repeatPaint(17, () => walker(random, 480 + random() * 960, 700 + random() * 50, 0.56 + random() * 0.14, "#1f0f10"))}</g>
${lanterns.join("")}
<g style="mix-blend-mode:screen">${repeatPaint(46, () => disc(random() * 1920, 120 + random() * 620, 8 + random() ** 2 * 34, "#ffb45c", 0.07 + random() * 0.1))}</g>
<g filter="url(#near)">${crowd(random, { id: "people", y: 1015, size: 112, fill: "#0a0507", rim: "#7c3a1c", count: 7 })}</g>`,
  );
}

function lanternPlace(depth: number, side: number, row: number): readonly [number, number] {
  const sway = Math.sin(row * 2.1 + side * 3) * 12;
  const hang = (1 - side * side) * 60;
  return [vanishing.x + side * 1500 * depth + sway * depth, vanishing.y - 70 - 560 * depth + hang * depth];
}

function lantern(x: number, y: number, size: number, paint: string): string {
  const ribs = repeatPaint(5, (rib) => {
    const down = -0.8 + rib * 0.4;
    const half = Math.sqrt(Math.max(0, 1 - down * down)) * 1.16;
    return `<path d="M${numberText(x - half * size)} ${numberText(y + down * size)}Q${numberText(x)} ${numberText(y + (down + 0.16) * size)} ${numberText(x + half * size)} ${numberText(y + down * size)}" fill="none" stroke="#7a2412" stroke-width="${numberText(size * 0.03)}" opacity=".45"/>`;
  });
  return (
    disc(x, y, size * 3.1, `url(#${paint === "rose" ? "red" : "warm"})`, 0.55) +
    `<ellipse cx="${numberText(x)}" cy="${numberText(y)}" rx="${numberText(size * 1.16)}" ry="${numberText(size)}" fill="url(#${paint})"/>${ribs}` +
    `<path d="M${numberText(x - size * 0.36)} ${numberText(y - size * 1.04)}h${numberText(size * 0.72)}v${numberText(size * 0.16)}h${numberText(-size * 0.72)}zM${numberText(x - size * 0.34)} ${numberText(y + size * 0.9)}h${numberText(size * 0.68)}v${numberText(size * 0.16)}h${numberText(-size * 0.68)}z" fill="#3a1710"/>` +
    `<path d="M${numberText(x)} ${numberText(y + size * 1.06)}v${numberText(size * 0.7)}" stroke="#d8462a" stroke-width="${numberText(size * 0.1)}"/>` +
    disc(x, y + size * 0.1, size * 0.7, "url(#lamp)", 0.8)
  );
}

function stall(random: () => number, depth: number, side: number, index: number): string {
  const scale = depth * 1.9;
  const x = vanishing.x + side * 1210 * depth;
  const y = vanishing.y + 330 * depth;
  const stripes = [
    ["#d8442f", "#ffe9c9"],
    ["#c98a2d", "#fff1d6"],
    ["#2f7a6b", "#fff0d2"],
    ["#b03a58", "#ffe6d0"],
  ][index % 4] ?? ["#d8442f", "#ffe9c9"];
  const cloth = repeatPaint(8, (stripe) => {
    const left = -180 + stripe * 45;
    return `<path d="M${left + 14} -196H${left + 52}L${left + 45} -120q-22.500 26-45 0z" fill="${stripes[stripe % 2]}"/>`;
  });
  const goods = repeatPaint(7, (item) => {
    const at = -140 + item * 46;
    const colour = ["#ffcf6a", "#e2553a", "#8fb25a", "#ffe2b0"][(item + index) % 4] ?? "#ffcf6a";
    return `<path d="M${at - 18}-14h36q-2 20-18 20t-18-20z" fill="#f6e6cf"/><ellipse cx="${at}" cy="-15" rx="17" ry="${numberText(7 + random() * 6)}" fill="${colour}"/>`;
  });
  return `<g transform="translate(${numberText(x)} ${numberText(y)}) scale(${numberText(scale * side * -1)} ${numberText(scale)})" opacity="${numberText(Math.min(1, 0.55 + depth))}">
<rect x="-176" y="-130" width="352" height="130" fill="#6b3018"/><ellipse cx="0" cy="-70" rx="190" ry="80" fill="url(#end)" opacity=".9"/>
${walkerShape(-60, 0, 0.62, "#2a1210")}${walkerShape(70, 0, 0.6, "#33170f")}
<path d="M-182-200V120M182-200V120" stroke="#2a1411" stroke-width="9"/>
<rect x="-186" y="0" width="372" height="120" fill="#3c1c14"/><path d="M-186 0H186" stroke="#ffc67a" stroke-width="5"/>
<path d="M-186 24H186M-186 62H186" stroke="#5a2a1a" stroke-width="3"/>${goods}${cloth}
<path d="M-184-198H184" stroke="#2a1411" stroke-width="7"/>${disc(-90, -104, 40, "url(#lamp)")}${disc(90, -104, 40, "url(#lamp)")}</g>`;
}

function walker(random: () => number, x: number, y: number, scale: number, fill: string): string {
  return `<g transform="translate(${numberText(x)} ${numberText(y)}) scale(${numberText(scale * (random() < 0.5 ? -1 : 1))} ${numberText(scale)})">${walkerShape(0, 130, 1, fill)}<path d="M-14 128L-22 220M12 128L24 220" stroke="${fill}" stroke-width="20" stroke-linecap="round"/></g>`;
}

function walkerShape(x: number, base: number, scale: number, fill: string): string {
  return `<g transform="translate(${x} ${base}) scale(${scale})" fill="${fill}"><ellipse cx="0" cy="-176" rx="21" ry="26"/><path d="M-10-156h20l30 16q14 50 8 104l-16-4-2-46-6 90h-48l-6-90-2 46-16 4q-6-54 8-104z"/></g>`;
}

function facades(random: () => number): string {
  const front = (side: number) =>
    repeatPaint(9, (index) => {
      const near = 1 - index / 9;
      const far = 1 - (index + 1) / 9;
      const x = (depth: number) => vanishing.x + side * (90 + 1150 * depth ** 1.5);
      const height = 300 + random() * 330;
      const top = (depth: number) => vanishing.y - 40 - height * (0.18 + depth ** 1.3);
      const tone = ["#191528", "#221a2c", "#2b1d28"][index % 3] ?? "#191528";
      const windows = repeatPaint(6, () => {
        const depth = far + (near - far) * (0.2 + random() * 0.6);
        const size = 8 + 34 * depth ** 1.4;
        return `<rect x="${numberText(x(depth) - size / 2)}" y="${numberText(top(depth) + (0.1 + random() * 0.55) * (vanishing.y - top(depth)))}" width="${numberText(size * 0.8)}" height="${numberText(size * 1.2)}" fill="${random() < 0.6 ? "#ffc477" : "#ff8f5a"}" opacity="${numberText(0.3 + random() * 0.6)}"/>`;
      });
      return `<path d="M${numberText(x(near))} ${numberText(top(near))}L${numberText(x(far))} ${numberText(top(far))}V720H${numberText(x(near))}z" fill="${tone}"/>${windows}`;
    });
  return front(-1) + front(1);
}

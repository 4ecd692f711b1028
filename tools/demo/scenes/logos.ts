/** The emblems have no letters, so drawing them needs no typeface. */
import { fade, numberText, repeatPaint, svg } from "../paint.ts";

const square = { width: 960, height: 960 };
const gold = fade("gold", [
  [0, "#f3d9a2"],
  [0.5, "#d3a95c"],
  [1, "#a97a34"],
]);

/** Draws two sails above waves, in a ring of rope. */
export function harbourClub(): string {
  const rope = repeatPaint(
    72,
    (index) =>
      `<path d="M480 62q16 10 6 30" fill="none" stroke="#f0d396" stroke-width="7" stroke-linecap="round" transform="rotate(${index * 5} 480 480)"/>`,
  );
  const wave = (y: number, opacity: number) =>
    `<path d="M176 ${y}q38-34 76 0t76 0 76 0 76 0 76 0 76 0 76 0 76 0" fill="none" stroke="url(#gold)" stroke-width="15" stroke-linecap="round" opacity="${opacity}"/>`;
  return svg(
    gold +
      fade("sea", [
        [0, "#1d4272"],
        [0.6, "#12294b"],
        [1, "#0a1830"],
      ]) +
      fade("cloth", [
        [0, "#fffdf6"],
        [1, "#e9d9bd"],
      ]) +
      '<clipPath id="ring"><circle cx="480" cy="480" r="352"/></clipPath>',
    `<rect width="960" height="960" fill="#0b1a31"/><circle cx="480" cy="480" r="426" fill="#0e2340"/>${rope}
<circle cx="480" cy="480" r="372" fill="url(#sea)" stroke="url(#gold)" stroke-width="10"/>
<g clip-path="url(#ring)"><circle cx="640" cy="330" r="66" fill="url(#gold)" opacity=".95"/>
<path d="M470 176Q330 400 292 604Q380 624 470 616z" fill="url(#cloth)"/><path d="M500 214Q636 420 676 596Q590 616 500 608Q540 420 500 214z" fill="url(#gold)"/>
<path d="M484 150V640" stroke="#0a1830" stroke-width="11" stroke-linecap="round"/>
<path d="M262 640Q480 690 712 628Q690 706 640 726H336Q286 704 262 640z" fill="#fffaf0"/><path d="M276 664Q480 708 702 652L694 672Q480 726 288 684z" fill="#a97a34"/>
${wave(758, 1)}${wave(798, 0.65)}${wave(836, 0.35)}</g>`,
    square,
  );
}

/** Draws a chedi above a lotus, in rays. */
export function siamSociety(): string {
  const rays = repeatPaint(
    48,
    (index) =>
      `<path d="M474 480L466 128h28L486 480z" fill="url(#gold)" opacity="${index % 2 === 0 ? 0.3 : 0.13}" transform="rotate(${numberText(index * 7.5)} 480 480)"/>`,
  );
  const petal = (turn: number, scale: number, opacity: number) =>
    `<path d="M480 760Q${numberText(480 - 62 * scale)} ${numberText(760 - 110 * scale)} 480 ${numberText(760 - 214 * scale)}Q${numberText(480 + 62 * scale)} ${numberText(760 - 110 * scale)} 480 760z" fill="url(#gold)" stroke="#4a0f1c" stroke-width="6" opacity="${opacity}" transform="rotate(${turn} 480 760)"/>`;
  const rings = repeatPaint(9, (index) => {
    const y = 372 - index * 17;
    const half = 40 - index * 3.7;
    return `<rect x="${numberText(480 - half)}" y="${numberText(y)}" width="${numberText(half * 2)}" height="12" rx="6" fill="url(#gold)"/>`;
  });
  return svg(
    gold +
      fade("silk", [
        [0, "#7d1b33"],
        [0.6, "#531022"],
        [1, "#2f0813"],
      ]) +
      '<clipPath id="ring"><circle cx="480" cy="480" r="372"/></clipPath>',
    `<rect width="960" height="960" fill="#2b0711"/><circle cx="480" cy="480" r="420" fill="url(#silk)" stroke="url(#gold)" stroke-width="16"/>
<circle cx="480" cy="480" r="388" fill="none" stroke="url(#gold)" stroke-width="5"/>${repeatPaint(60, (index) => `<circle cx="480" cy="76" r="6.500" fill="#f3d9a2" transform="rotate(${index * 6} 480 480)"/>`)}
<g clip-path="url(#ring)">${rays}</g>
<path d="M480 120L492 232H468z" fill="url(#gold)"/><circle cx="480" cy="128" r="11" fill="#f3d9a2"/>${rings}
<path d="M446 388h68l10 30h-88z" fill="url(#gold)"/>
<path d="M428 424H532Q552 500 596 574Q606 600 596 612H364Q354 600 364 574Q408 500 428 424z" fill="url(#gold)"/>
<path d="M398 520Q480 546 562 520M378 566Q480 592 582 566" stroke="#5a1222" stroke-width="7" fill="none" opacity=".75"/>
<path d="M340 622H620L636 652H324zM310 660H650L664 690H296z" fill="url(#gold)"/>
${petal(-72, 0.94, 0.8)}${petal(72, 0.94, 0.8)}${petal(-48, 1, 0.9)}${petal(48, 1, 0.9)}${petal(-24, 0.98, 1)}${petal(24, 0.98, 1)}${petal(0, 0.9, 1)}
<path d="M300 770Q480 828 660 770" fill="none" stroke="url(#gold)" stroke-width="12" stroke-linecap="round"/><path d="M352 800Q480 838 608 800" fill="none" stroke="url(#gold)" stroke-width="8" stroke-linecap="round" opacity=".7"/>`,
    square,
  );
}

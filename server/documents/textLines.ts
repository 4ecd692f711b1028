/**
 * Text broken into lines for a page that cannot break it itself: Thai between words, Latin at spaces, and a word too
 * long for any line between its characters (never between a letter and its marks).
 * Invariant: no line is wider than asked, and the lines together have every character but the spaces at breaks.
 */

/** The drawn width of a text, in the unit that the caller's widths have. */
export type Measure = (text: string) => number;

const words = new Intl.Segmenter("th", { granularity: "word" });
const characters = new Intl.Segmenter("th", { granularity: "grapheme" });
/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The lines of a text of one or more paragraphs, none wider than `width`. An empty text has no lines. */
export function wrappedLines(text: string, width: number, measure: Measure): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrappedParagraph(paragraph, width, measure));
}

/** The first `most` lines; when there are more, the last one ends with an ellipsis. */
export function cutLines(text: string, width: number, measure: Measure, most: number): string[] {
  const lines = wrappedLines(text, width, measure);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const shortened = graphemes(kept.at(-1) ?? "");
  while (shortened.length > 0 && measure(`${shortened.join("").trimEnd()}…`) > width) shortened.pop();
  return [...kept.slice(0, -1), `${shortened.join("").trimEnd()}…`];
}

/** A text's characters as readers see them: a letter with its marks is one. */
export function graphemes(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

function wrappedParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(paragraph)) {
    if (measure(`${line}${piece}`.trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = "";
    // A piece that fits no line is cut between characters; its last part may be followed by more.
    for (const part of cut(piece, width, measure)) {
      if (line !== "") lines.push(line);
      line = part;
    }
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}

/** The parts between which a line may break, spaces at their ends. A no-break space holds its neighbours together. */
function pieces(paragraph: string): string[] {
  const found: string[] = [];
  for (const { segment } of words.segment(paragraph.replace(/[^\S\u00a0]+/g, " ").trim())) {
    const last = found.at(-1);
    if (last === undefined || mayBreak(last, segment)) found.push(segment);
    else found[found.length - 1] = last + segment;
  }
  return found;
}

function mayBreak(before: string, after: string): boolean {
  if (after === " ") return false;
  if (before.endsWith(" ")) return true;
  const last = Array.from(before).at(-1) ?? "";
  const first = Array.from(after)[0] ?? "";
  // Between words without spaces; closing punctuation and marks of repetition stay with what they follow.
  return unspaced.test(last) && unspaced.test(first) && !/^[ๆฯ\p{M}]/u.test(after);
}

function cut(piece: string, width: number, measure: Measure): string[] {
  if (measure(piece.trimEnd()) <= width) return [piece];
  const parts: string[] = [];
  let part = "";
  for (const character of graphemes(piece)) {
    if (part !== "" && measure(`${part}${character}`.trimEnd()) > width) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}

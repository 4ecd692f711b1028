/** Ten shades of a colour, from light to dark; the colour itself has index 5. */

/** The part of white (positive) or black (negative) that is mixed in. */
const mixes = [0.9, 0.78, 0.6, 0.4, 0.2, 0, -0.12, -0.26, -0.4, -0.54] as const;

type Shades = [string, string, string, string, string, string, string, string, string, string];

/** `hex` is #rrggbb. */
export function shadesOf(hex: string): Shades {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return mixes.map((mix) => {
    const target = mix > 0 ? 255 : 0;
    const mixed = channels.map((channel) => Math.round(channel + (target - channel) * Math.abs(mix)));
    return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  }) as Shades;
}

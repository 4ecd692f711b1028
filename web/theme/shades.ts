/** Ten shades of a colour, from very light to dark, with the colour itself in the sixth place (index 5). */

/** How much white (positive) or black (negative) is mixed in, by shade. */
const mixes = [0.9, 0.78, 0.6, 0.4, 0.2, 0, -0.12, -0.26, -0.4, -0.54] as const;

type Shades = [string, string, string, string, string, string, string, string, string, string];

/** The shades of a colour given as #rrggbb. */
export function shadesOf(hex: string): Shades {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return mixes.map((mix) => {
    const target = mix > 0 ? 255 : 0;
    const mixed = channels.map((channel) => Math.round(channel + (target - channel) * Math.abs(mix)));
    return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  }) as Shades;
}

/** What a phone is called in the list of devices: "Android, Chrome". A helper may have three of them. */

const systems = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh/],
  ["Linux", /Linux/],
] as const;
// In this order, for each later one calls itself by the earlier names too.
const browsers = [
  ["Edge", /Edg/],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
] as const;

/** The name that a browser's own words make. */
export function deviceName(userAgent: string): string {
  const named = [systems, browsers].map((names) => names.find(([, form]) => form.test(userAgent))?.[0]);
  return named.filter((name) => name !== undefined).join(", ");
}

/** The name of a device in lists, such as "Android, Chrome". */

const systems = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh/],
  ["Linux", /Linux/],
] as const;
// Chrome and Safari are last, because other browsers' user agents name them too, and Chrome's names Safari.
const browsers = [
  ["Edge", /Edg/],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
] as const;

export function deviceName(userAgent: string): string {
  const parts = [systems, browsers].map((names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]);
  return parts.filter((name) => name !== undefined).join(", ");
}

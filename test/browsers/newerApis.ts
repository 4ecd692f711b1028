/** Features that the oldest supported browsers (the floor, web/lib/browserFloor.ts) lack, from MDN's data. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { oldestBrowsers } from "../../web/lib/browserFloor.ts";

/** An interface or object, or a member of one, that is newer than the floor. */
export interface NewerApi {
  owner: string;
  member: string | null;
  /** MDN's data does not say where the members of JavaScript's own objects are. */
  place: "static" | "instance" | "either";
}

interface KnownApis {
  newer: NewerApi[];
  /** Member names that some interface had at the floor: such a name alone proves nothing. */
  olderMembers: ReadonlySet<string>;
}

type Statement = {
  version_added?: string | boolean | null;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
};
type Compat = {
  support: Record<string, Statement | Statement[]>;
};
interface Feature {
  __compat?: Compat;
  [name: string]: Feature | Compat | undefined;
}

const floorVersions: Record<string, string> = {
  safari: oldestBrowsers.safari,
  safari_ios: oldestBrowsers.safari,
  chrome: oldestBrowsers.chrome,
  firefox: oldestBrowsers.firefox,
};

/** Gives the styles newer than the floor, such as "text-wrap: balance", "color-mix()" and "@media scripting". */
export function knownStyles(): { newer: ReadonlySet<string> } {
  const { css } = compatData();
  const newer = new Set<string>();
  const addIfNewer = (name: string, feature: Feature) => {
    if (!isAtFloor(feature)) newer.add(name);
  };
  for (const [property, feature] of featuresOf(css.properties)) {
    addIfNewer(property, feature);
    for (const [word, value] of featuresOf(feature)) addIfNewer(`${property}: ${word}`, value);
  }
  for (const [type, feature] of featuresOf(css.types)) {
    addIfNewer(`${type}()`, feature);
    for (const [name, one] of featuresOf(feature)) addIfNewer(`${name}()`, one);
  }
  for (const [name, feature] of featuresOf(css.selectors)) addIfNewer(`:${name}`, feature);
  for (const [rule, feature] of featuresOf(css["at-rules"])) {
    addIfNewer(`@${rule}`, feature);
    for (const [condition, one] of featuresOf(feature)) addIfNewer(`@${rule} ${condition}`, one);
  }
  return { newer };
}

function featuresOf(feature: Feature): [string, Feature][] {
  return Object.entries(feature).flatMap(([name, one]) =>
    name !== "__compat" && isFeature(one) ? [[name, one] as [string, Feature]] : [],
  );
}

interface CompatData {
  api: Feature;
  javascript: { builtins: Feature };
  css: { properties: Feature; types: Feature; selectors: Feature; "at-rules": Feature };
}

function compatData(): CompatData {
  const file = fileURLToPath(import.meta.resolve("@mdn/browser-compat-data"));
  return JSON.parse(readFileSync(file, "utf8")) as CompatData;
}

export function knownApis(): KnownApis {
  const data = compatData();
  const newer: NewerApi[] = [];
  const olderMembers = new Set<string>();
  for (const [owner, feature] of [...Object.entries(data.api), ...Object.entries(data.javascript.builtins)]) {
    // Style descriptors have the names of styles, which are older.
    if (!isFeature(feature) || owner.endsWith("Descriptors")) continue;
    if (!isAtFloor(feature)) newer.push({ owner, member: null, place: "either" });
    for (const [name, member] of Object.entries(feature)) {
      if (!isFeature(member) || member.__compat === undefined || name === owner) continue;
      const plain = name.replace(/_static$/, "");
      // Events and notes on behaviour are not members.
      if (!/^[a-z]\w*$/i.test(name) || plain.includes("_") || name === "__compat") continue;
      if (isAtFloor(feature) && isAtFloor(member)) olderMembers.add(plain);
      else newer.push({ owner, member: plain, place: placeOf(name, owner in data.api) });
    }
  }
  return { newer, olderMembers };
}

function placeOf(name: string, isOfWeb: boolean): NewerApi["place"] {
  if (name.endsWith("_static")) return "static";
  return isOfWeb ? "instance" : "either";
}

function isFeature(value: Feature | Compat | undefined): value is Feature {
  return value !== undefined && !("support" in value);
}

/** Says whether all browsers of the floor have a feature. Under another name or behind a flag, it does not count. */
function isAtFloor(feature: Feature): boolean {
  const support = feature.__compat?.support;
  if (support === undefined) return true;
  return Object.entries(floorVersions).every(([browser, floor]) => {
    const statements = support[browser];
    if (statements === undefined) return true;
    return [statements].flat().some(({ version_added: since, flags, prefix, alternative_name: alias }) => {
      if (flags !== undefined || prefix !== undefined || alias !== undefined) return false;
      return typeof since === "string" ? isNotLater(since.replace("≤", ""), floor) : since === true;
    });
  });
}

function isNotLater(version: string, floor: string): boolean {
  const [a = [], b = []] = [version, floor].map((text) => text.split(".").map(Number));
  if (a.some(Number.isNaN)) return false;
  const [major = 0, minor = 0] = a;
  const [floorMajor = 0, floorMinor = 0] = b;
  return major < floorMajor || (major === floorMajor && minor <= floorMinor);
}

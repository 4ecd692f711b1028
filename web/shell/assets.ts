/** The files that a page needs, from the build's manifest (https://vite.dev/guide/backend-integration). Pure. */

export interface ManifestEntry {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
export type Manifest = Readonly<Record<string, ManifestEntry>>;

export interface PageAssets {
  styles: string[];
  fonts: string[];
  /** Loads `modules` (web/start.ts). */
  starter: string;
  /** Each file comes after those that it imports. */
  modules: string[];
}

const starterFile = "web/start.ts";
const appFile = "web/main.tsx";
/** The files of Latin letters in web/theme/fonts.css. */
const preloadedFont = /\/inter-latin[^/]*\.woff2$/;

/** Lists the files that a page's document links. `pageFiles` are manifest keys. */
export function assetsOf(manifest: Manifest, pageFiles: readonly string[]): PageAssets {
  const starter = manifest[starterFile];
  if (starter === undefined) throw new Error(`The manifest has no ${starterFile}: build the web app again.`);
  const entries = [appFile, ...pageFiles].flatMap((key) => withImports(manifest, key));
  const unique = (files: string[]) => [...new Set(files)].map((file) => `/${file}`);
  return {
    styles: unique(entries.flatMap(({ css }) => css ?? [])),
    fonts: unique(entries.flatMap(({ assets }) => assets ?? []).filter((file) => preloadedFont.test(file))),
    starter: `/${starter.file}`,
    modules: unique(entries.map(({ file }) => file)),
  };
}

/** Lists an entry after all its imports, so that stylesheets keep their order. */
function withImports(manifest: Manifest, key: string, visited = new Set<string>()): ManifestEntry[] {
  const entry = manifest[key];
  if (entry === undefined || visited.has(key)) return [];
  visited.add(key);
  return [...(entry.imports ?? []).flatMap((imported) => withImports(manifest, imported, visited)), entry];
}

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { InlineConfig } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const stampFile = join(dist, "stamp");
const worker = join(root, "web/sw/sw.ts");

/**
 * Builds if the sources have changed since the last build, and resolves to true then. The build has its own process,
 * because a bundler leaves settings and memory behind, and this process may be a server.
 */
export async function buildIfStale(): Promise<boolean> {
  const builtStamp = await readFile(stampFile, "utf8").catch(() => null);
  if (builtStamp === (await stampOfSources())) return false;
  // The bundler builds for the NODE_ENV that it finds, and a test runner sets it to "test".
  const env = { ...process.env, NODE_ENV: "production" };
  const buildProcess = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: "inherit", env });
  const [code] = (await once(buildProcess, "exit")) as [number | null];
  if (code !== 0) throw new Error("The web app could not be built; see above.");
  return true;
}

/** Builds everything into a new folder, then replaces the old build with it. */
export async function build(): Promise<void> {
  const stamp = await stampOfSources();
  const nextFolder = join(root, `dist-next-${process.pid}`);
  try {
    await rm(nextFolder, { recursive: true, force: true });
    await buildClient(join(nextFolder, "client"));
    await removeFacade(join(nextFolder, "client"));
    await buildServer(join(nextFolder, "server"));
    await buildWorker(join(nextFolder, "client"));
    await paintIcons(join(nextFolder, "client", "icons"));
    await compressAll(join(nextFolder, "client"));
    await writeFile(join(nextFolder, "stamp"), stamp);
    // First the stamp: an end in the middle must not leave a part that counts as complete.
    await rm(stampFile, { force: true });
    await rm(dist, { recursive: true, force: true });
    await rename(nextFolder, dist);
  } finally {
    await rm(nextFolder, { recursive: true, force: true });
  }
}

/** Imports the bundler only when it is used, because a start with a finished build does not need it. */
async function bundle(config: InlineConfig): ReturnType<typeof import("vite").build> {
  const { build } = await import("vite");
  return build(config);
}

const commonConfig: InlineConfig = {
  configFile: join(root, "tools/vite.config.ts"),
  logLevel: "warn",
  mode: "production",
};

const ourCode = /\/web\/(?!pages\/|sale\/|start\.ts|libraries\.ts|sw\/)|\/contract\/|preload-helper/;
const firstPages = /\/web\/(main\.tsx|pages\/public\/(Home|Event|ClubPage)\.tsx)$/;
const visitorPages = /\/web\/pages\/public\//;
const staffKit =
  /node_modules\/(@mantine\/(core|hooks|form)|@floating-ui|clsx)\/|\/web\/(forms|ui|layouts|lib)\/(?!RichTextArea)/;
/** Small code that the event page uses, alone or with other pages of visitors. */
const sharedByPages =
  /\/web\/(pages\/public\/(Event\.module|event\/((?!RegisterHere|BuyHere)\w+\.module|CalendarMenu)|purchase\/(Notice|EventCancelled)|tickets\/PromoCodeField)|sale\/(promoWords|usePromoCode|checkPromoCode|draft|draftStore|fieldIds))\./;
/** Small code that several forms of the purchase use. */
const sharedByForms =
  /\/web\/pages\/public\/(event\/(RegisterHere\.module|BuyHere\.module|CountRow)|purchase\/Stepper|checkout\/(MailQuestion|PeopleFields)\.module)\./;
/** Larger code that only some pages use, so it is not in the groups "forms" and "staff". */
const onFewPages =
  /\/(web\/(ui\/(qr\/(QrCode|qrPath)|LabelledField|FeatureList)|event\/(QuestionField|questionProblem)|forms\/(FilePicker|acceptedFiles|amounts)|words\/attendeeWords)|contract\/rules\/(orderWords|door\/qrOutline|money\/tax|questions\/(questions|countries|formats)))\./;
/**
 * Code that many pages use is grouped, because each chunk costs a request. Code that only staff pages use is large, so
 * visitors' chunks do not contain it (test/e2e/shell.e2e.ts).
 */
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\/|\/web\/libraries\.ts$/ },
  { name: "router", test: /node_modules\/react-router\// },
  {
    name: (id: string, modules: Modules) =>
      sharedByPages.test(id) || (ourCode.test(id) && isImportedBy(firstPages, id, modules)) ? "main" : null,
  },
  {
    name: (id: string, modules: Modules) =>
      sharedByForms.test(id) ||
      (ourCode.test(id) && !onFewPages.test(id) && isImportedBy(visitorPages, id, modules))
        ? "forms"
        : null,
  },
  { name: "staff", test: (id: string) => staffKit.test(id) && !onFewPages.test(id) },
];

type Modules = { getModuleInfo(id: string): { importers: string[] } | null };

/** Whether the module `id` is one of these files, or is imported by one, directly or not. */
function isImportedBy(files: RegExp, id: string, modules: Modules, visited = new Set<string>()): boolean {
  if (files.test(id)) return true;
  if (visited.has(id)) return false;
  visited.add(id);
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isImportedBy(files, importer, modules, visited),
  );
}

function buildClient(outDir: string): Promise<unknown> {
  return bundle({
    ...commonConfig,
    build: {
      outDir,
      emptyOutDir: true,
      manifest: "manifest.json",
      rolldownOptions: {
        input: [join(root, "web/start.ts"), join(root, "web/main.tsx")],
        // Lets the app's file export what pages share with it. Otherwise it would need a second file.
        preserveEntrySignatures: false,
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
          codeSplitting: { groups },
        },
      },
    },
    // The server recognises web workers by these names (server/http/pages/pagesFiles.ts).
    worker: {
      rolldownOptions: {
        output: {
          entryFileNames: "assets/worker-[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
        },
      },
    },
  });
}

/**
 * Removes the app's entry file if it only imports a chunk, because it costs a request. The manifest's key of that chunk
 * is "_" and the file name.
 */
async function removeFacade(outDir: string): Promise<void> {
  const manifestFile = join(outDir, "manifest.json");
  const manifest = JSON.parse(await readFile(manifestFile, "utf8")) as Record<string, { file: string }>;
  const entry = manifest["web/main.tsx"];
  if (entry === undefined) throw new Error("The build has no web/main.tsx.");
  const [, importedFile] =
    /^import"\.\/([^"]+)";?\s*$/.exec(await readFile(join(outDir, entry.file), "utf8")) ?? [];
  const realEntry = importedFile && manifest[`_${importedFile}`];
  if (!realEntry) return;
  await rm(join(outDir, entry.file));
  manifest["web/main.tsx"] = realEntry;
  await writeFile(manifestFile, JSON.stringify(manifest));
}

/** Bundles the renderer and its packages into one file, so that React's production build runs with any NODE_ENV. */
function buildServer(outDir: string): Promise<unknown> {
  return bundle({
    ...commonConfig,
    publicDir: false,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: join(root, "web/server.tsx"),
      minify: false,
      rolldownOptions: { output: { entryFileNames: "server.js", codeSplitting: false } },
    },
  });
}

/** The service worker's name has no hash, because browsers look for updates at the same address. */
function buildWorker(outDir: string): Promise<unknown> {
  return bundle({
    ...commonConfig,
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: worker,
        output: { format: "iife", entryFileNames: "sw.js", codeSplitting: false },
      },
    },
  });
}

/** Paints the icons as bitmaps, because some launchers do not draw SVG. */
async function paintIcons(folder: string): Promise<void> {
  const { default: sharp } = await import("sharp");
  const drawing = await readFile(join(folder, "foyer.svg"));
  for (const size of [192, 512])
    await sharp(drawing, { density: 144 })
      .resize(size)
      .png()
      .toFile(join(folder, `foyer-${size}.png`));
}

const compressible = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".html", ".txt", ".wasm"]);

/** Writes `.br` and `.gz` files at build time, because the best level of compression is slow. */
async function compressAll(folder: string): Promise<void> {
  const files = (await filesIn(folder)).filter((file) => compressible.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

async function stampOfSources(): Promise<string> {
  const folders = ["web", "contract"].map((folder) => join(root, folder));
  const sources = (await Promise.all(folders.map(filesIn)))
    .flat()
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const files = [
    ...sources,
    ...["package-lock.json", "tools/build.ts", "tools/vite.config.ts"].map((file) => join(root, file)),
  ];
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(await readFile(file));
  }
  return hash.digest("hex");
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const startedAt = performance.now();
  await build();
  console.log(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

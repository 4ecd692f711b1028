/** Typst as an add-on for Linux on x64, which takes less time and memory (docs/decisions/0009), else as WebAssembly. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { PdfStandard } from "./pdfStandard.ts";

/** Makes a PDF from a layout, which can read `files`. Throws Typst's errors. */
export type Compile = (job: {
  readonly layout: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly standard: PdfStandard;
}) => Uint8Array;

interface AddOn {
  NodeCompiler: {
    create(options: { workspace: string; fontArgs: { fontPaths: readonly string[] }[] }): {
      addSource(path: string, source: string): void;
      mapShadow(path: string, content: Buffer): void;
      unmapShadow(path: string): void;
      pdf(options: { mainFilePath: string; resetRead: boolean }, output: { pdfStandard: string }): Buffer;
      evictCache(maxAge: number): void;
    };
  };
}

const addOns = [
  "@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu",
  "@myriaddreamin/typst-ts-node-compiler-linux-x64-musl",
];
/** A folder that does not exist, so that only the given files can be read. */
const emptyFolder = "/nothing-to-read";

/** Loads Typst. `layouts` are sources by file name. */
export async function openCompiler(
  fontFiles: readonly string[],
  layouts: ReadonlyMap<string, string>,
): Promise<Compile> {
  const addOn = installedAddOn();
  return addOn === null ? openWebAssembly(fontFiles, layouts) : openAddOn(addOn, fontFiles, layouts);
}

function installedAddOn(): AddOn | null {
  const require = createRequire(import.meta.url);
  for (const name of addOns) {
    try {
      return require(name) as AddOn;
    } catch {
      // Not installed, or not for this platform.
    }
  }
  return null;
}

/** The add-on accepts one standard; pdfStandard.ts adds the other. */
const standards: Record<PdfStandard, string> = { ua: "ua-1", archive: "a-2a" };

function openAddOn(
  { NodeCompiler }: AddOn,
  fontPaths: readonly string[],
  layouts: ReadonlyMap<string, string>,
): Compile {
  const compiler = NodeCompiler.create({ workspace: emptyFolder, fontArgs: [{ fontPaths }] });
  for (const [name, source] of layouts) compiler.addSource(`${emptyFolder}/${name}`, source);
  return ({ layout, files, standard }) => {
    const paths = Object.keys(files).map((name) => `${emptyFolder}/${name}`);
    for (const [name, content] of Object.entries(files))
      compiler.mapShadow(`${emptyFolder}/${name}`, Buffer.from(content));
    try {
      return compiler.pdf(
        { mainFilePath: `${emptyFolder}/${layout}`, resetRead: true },
        { pdfStandard: standards[standard] },
      );
    } catch (error) {
      throw new Error(`Typst refused ${layout}: ${JSON.stringify(error)}`, { cause: error });
    } finally {
      for (const path of paths) compiler.unmapShadow(path);
      // Forgets the results that the last few documents did not use.
      compiler.evictCache(5);
    }
  };
}

/** Loads Typst as WebAssembly, which cannot declare a standard. */
export async function openWebAssembly(
  fontFiles: readonly string[],
  layouts: ReadonlyMap<string, string>,
): Promise<Compile> {
  const typst = await import("@myriaddreamin/typst-ts-web-compiler");
  const wasm = fileURLToPath(import.meta.resolve("@myriaddreamin/typst-ts-web-compiler/wasm"));
  await typst.default({ module_or_path: readFileSync(wasm) });
  const builder = new typst.TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const file of fontFiles) {
    const description: unknown = typst.get_font_info(readFileSync(file));
    // Lazy: a typeface stays in memory only after its first use.
    await builder.add_lazy_font(description, () => readFileSync(file));
  }
  const compiler = await builder.build();
  for (const [name, source] of layouts) compiler.add_source(`/${name}`, source);
  return ({ layout, files }) => {
    for (const [name, content] of Object.entries(files)) compiler.map_shadow(`/${name}`, content);
    try {
      // 2: complete diagnostics.
      const { result, diagnostics } = compiler.compile(`/${layout}`, undefined, "pdf", 2) as {
        result?: Uint8Array;
        diagnostics?: unknown;
      };
      if (result === undefined) throw new Error(`Typst refused ${layout}: ${JSON.stringify(diagnostics)}`);
      return result;
    } finally {
      for (const name of Object.keys(files)) compiler.unmap_shadow(`/${name}`);
    }
  };
}

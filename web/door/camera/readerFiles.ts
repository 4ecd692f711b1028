/** The files of the reader of codes, which a door without a signal needs before its camera was ever opened. */
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
// oxlint-disable-next-line import/default -- the bundler makes it of the file
import readerUrl from "./reader.ts?worker&url";

export { readerUrl };

/** Addresses to be kept. */
export const readerFiles: readonly string[] = [readerUrl, wasmUrl];

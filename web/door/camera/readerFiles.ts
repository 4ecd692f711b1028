/** A door that is offline needs these files even if its camera was never opened. */
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
// oxlint-disable-next-line import/default -- the bundler creates this export
import readerUrl from "./reader.ts?worker&url";

export { readerUrl };

export const readerFiles: readonly string[] = [readerUrl, wasmUrl];

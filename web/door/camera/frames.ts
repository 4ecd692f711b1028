/** The messages between a page and its frame reader. */

/** Page to reader: one picture, which is transferred. */
export interface FrameMessage {
  readonly frame: ImageBitmap;
  /** Whether other codes than QR codes are read as well. */
  readonly readsAllCodes: boolean;
}

/** The name of a worker says which reader it uses: `any` prefers the platform's if it works, `own` is always ours. */
export type ReaderName = "any" | "own";

/** Reader to page. `ready` or `failed` is sent once. After `ready`, each frame gets one `read`. */
export type ReaderMessage =
  | { readonly type: "ready"; readonly by: "platform" | "wasm" }
  | { readonly type: "read"; readonly text: string | null; readonly tookMs: number }
  | { readonly type: "failed"; readonly why: string };

/** A message from page to reader. The picture is transferred, not copied. */
export interface FrameMessage {
  readonly frame: ImageBitmap;
  readonly readsAllCodes: boolean;
}

/** A worker's name. `any` prefers the platform's reader if it works; `own` is always ours. */
export type ReaderName = "any" | "own";

/** A message from reader to page. `ready` or `failed` is sent once. After `ready`, each frame gets one `read`. */
export type ReaderMessage =
  | { readonly type: "ready"; readonly by: "platform" | "wasm" }
  | { readonly type: "read"; readonly text: string | null; readonly tookMs: number }
  | { readonly type: "failed"; readonly why: string };

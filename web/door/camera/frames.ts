/** What a page and its reader of frames tell each other. */

/** Page to reader: one picture, whose pixels go with it. */
export interface FrameMessage {
  readonly frame: ImageBitmap;
}

/** Which reader a worker is to be, as it is called: the platform's where there is one that works, or ours in any case. */
export type ReaderName = "any" | "own";

/** Reader to page. `ready` is said once; after it, each frame is answered once, in order. */
export type ReaderMessage =
  | { readonly type: "ready"; readonly by: "platform" | "wasm" }
  | { readonly type: "read"; readonly text: string | null; readonly tookMs: number }
  | { readonly type: "failed"; readonly why: string };

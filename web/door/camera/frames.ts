/** What a page and its reader of frames tell each other; and how large a frame is that is read. */

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

/** The shorter side of what is read: a code of ours that fills a third of it has three pixels a module. */
const shorterSide = 480;

/** The size at which a picture of a camera is read: never larger than it is. */
export function readSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, shorterSide / Math.min(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

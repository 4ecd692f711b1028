/** The worker that reads codes, so that no frame blocks a tap. Its security policy is in pagesHeaders.ts. */
import type { FrameMessage, ReaderMessage, ReaderName } from "./frames.ts";
import { platformReader } from "./platformReader.ts";
import { wasmReader } from "./wasmReader.ts";

// Inside a worker `self` is the worker's scope; the page's types do not know that.
const workerScope = self as unknown as {
  name: ReaderName | "";
  postMessage(message: ReaderMessage): void;
  addEventListener(type: "message", listener: (event: MessageEvent<FrameMessage>) => void): void;
};

const reader = (workerScope.name === "own" ? Promise.resolve(null) : platformReader()).then(
  async (platform) => {
    const readFrame = platform ?? (await wasmReader());
    workerScope.postMessage({ type: "ready", by: platform === null ? "wasm" : "platform" });
    return readFrame;
  },
);
reader.catch((error: unknown) => workerScope.postMessage({ type: "failed", why: String(error) }));

workerScope.addEventListener("message", ({ data }) => void answer(data));

async function answer({ frame, readsAllCodes }: FrameMessage): Promise<void> {
  const readFrame = await reader.catch(() => null);
  if (readFrame === null) return;
  const startedAt = performance.now();
  // A frame that cannot be read counts as a frame without a code.
  const text = await readFrame(frame, readsAllCodes).catch(() => null);
  frame.close();
  workerScope.postMessage({ type: "read", text, tookMs: performance.now() - startedAt });
}

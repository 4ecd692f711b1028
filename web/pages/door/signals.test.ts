import { afterEach, beforeEach, expect, test, vi } from "vitest";

class FakeAudio {
  static instances: FakeAudio[] = [];
  static firstState = "running";
  state = FakeAudio.firstState;
  resumed = 0;
  constructor() {
    FakeAudio.instances.push(this);
  }
  async resume(): Promise<void> {
    this.resumed += 1;
    this.state = "running";
  }
}

/** Loads the module in a browser with these parts. */
async function signalsIn(browser: object = {}) {
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("navigator", browser);
  return import("./signals.ts");
}

beforeEach(() => {
  vi.resetModules();
  FakeAudio.instances = [];
  FakeAudio.firstState = "running";
});
afterEach(() => vi.unstubAllGlobals());

test.each(["suspended", "interrupted"])("a sound that is %s is resumed at the next touch", async (state) => {
  const { wakeSound } = await signalsIn();
  wakeSound();
  const [audio] = FakeAudio.instances;
  expect(audio!.resumed).toBe(0);
  audio!.state = state;
  wakeSound();
  expect(audio!.resumed).toBe(1);
  expect(FakeAudio.instances).toHaveLength(1);
});

test("a sound that is suspended from the start is resumed by the same touch that created it", async () => {
  FakeAudio.firstState = "suspended";
  const { wakeSound } = await signalsIn();
  wakeSound();
  expect(FakeAudio.instances[0]?.resumed).toBe(1);
});

test("a closed sound is not resumed", async () => {
  const { wakeSound } = await signalsIn();
  wakeSound();
  FakeAudio.instances[0]!.state = "closed";
  wakeSound();
  expect(FakeAudio.instances[0]!.resumed).toBe(0);
});

test("the first touch sets the type of the browser's audio session to playback", async () => {
  const audioSession = { type: "auto" };
  const { wakeSound } = await signalsIn({ audioSession });
  expect(audioSession.type).toBe("auto");
  wakeSound();
  expect(audioSession.type).toBe("playback");
});

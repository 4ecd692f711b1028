/**
 * Helpers recognise a verdict without looking, so each sound has its own rhythm. The sounds are synthesised: a file would
 * have to be downloaded.
 */
import { createStore } from "../../stores/store.ts";
import type { Tone } from "./scanner/verdict/verdictWords.ts";

/** Pitch 0 is a pause. */
const melodies: Record<Tone | "surprise", readonly (readonly [hertz: number, ms: number])[]> = {
  good: [
    [880, 80],
    [1320, 140],
  ],
  warn: [
    [520, 150],
    [0, 70],
    [520, 150],
  ],
  bad: [[190, 520]],
  ask: [],
  surprise: [
    [740, 120],
    [0, 60],
    [740, 120],
    [0, 60],
    [740, 120],
    [0, 60],
    [370, 350],
  ],
};

const vibrations: Record<keyof typeof melodies, readonly number[]> = {
  good: [60],
  warn: [120, 80, 120],
  bad: [450],
  ask: [],
  surprise: [120, 60, 120, 60, 120, 60, 350],
};

const storageKey = "foyer.doorSilent";

export const isSilent = createStore(false);

export function restoreSilence(): void {
  isSilent.set(localStorage.getItem(storageKey) === "yes");
}

export function switchSilence(): void {
  isSilent.set(!isSilent.get());
  if (isSilent.get()) localStorage.setItem(storageKey, "yes");
  else localStorage.removeItem(storageKey);
}

/** The compiler's types lack Safari's Audio Session. */
function hasAudioSession(browser: object): browser is { audioSession: { type: string } } {
  return "audioSession" in browser;
}

let context: AudioContext | null = null;

/** Browsers allow sound only after a user gesture, so call this at each tap or key. */
export function wakeSound(): void {
  if (typeof AudioContext === "undefined") return;
  if (context === null) {
    context = new AudioContext();
    // Otherwise an iPhone's ring switch would mute the door.
    if (hasAudioSession(navigator)) navigator.audioSession.type = "playback";
  }
  // Safari also has the state "interrupted", for example after a call.
  if (context.state !== "running" && context.state !== "closed") void context.resume().catch(() => {});
}

export function signal(what: Tone | "surprise"): void {
  const vibration = vibrations[what];
  // Browsers refuse to vibrate before the first tap.
  if (vibration.length > 0 && navigator.userActivation?.hasBeenActive !== false)
    navigator.vibrate?.([...vibration]);
  if (!isSilent.get()) play(melodies[what]);
}

function play(melody: (typeof melodies)[Tone]): void {
  if (context === null || context.state !== "running") return;
  let at = context.currentTime + 0.01;
  for (const [hertz, ms] of melody) {
    const until = at + ms / 1000;
    if (hertz > 0) {
      const oscillator = context.createOscillator();
      const loudness = context.createGain();
      oscillator.type = "square";
      oscillator.frequency.value = hertz;
      loudness.gain.setValueAtTime(0.0001, at);
      loudness.gain.exponentialRampToValueAtTime(0.25, at + 0.01);
      loudness.gain.setValueAtTime(0.25, Math.max(at + 0.01, until - 0.02));
      loudness.gain.exponentialRampToValueAtTime(0.0001, until);
      oscillator.connect(loudness).connect(context.destination);
      oscillator.start(at);
      oscillator.stop(until);
    }
    at = until;
  }
}

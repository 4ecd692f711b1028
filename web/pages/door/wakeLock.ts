/** Keeps the screen on while somebody scans; a browser takes the lock back whenever the page is hidden. */

/** Returns what lets the screen go. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const take = async () => {
    if (isOver || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      const taken = await navigator.wakeLock.request("screen");
      if (isOver) await taken.release();
      else lock = taken;
    } catch {
      // Refused while the battery is low: scanning goes on.
    }
  };
  const again = () => void take();
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}

/** Keeps the screen on, if the browser supports it. */

/**
 * Keeps it on until the returned function is called. The browser drops the lock of a hidden page, so it is requested
 * again.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = async () => {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    try {
      const given = await navigator.wakeLock.request("screen");
      if (wanted) lock = given;
      else await given.release();
    } catch {
      // The browser may refuse when the battery is low. The page works anyway.
    }
  };
  const askAgain = () => void ask();
  document.addEventListener("visibilitychange", askAgain);
  askAgain();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", askAgain);
    void lock?.release();
  };
}

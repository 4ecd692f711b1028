/** Keeps the screen awake, where the device lets pages ask for that. */

/** Until the returned function is called. A device lets go when the page is hidden, so it is asked again. */
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
      // A low battery may refuse; the ticket is shown all the same.
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

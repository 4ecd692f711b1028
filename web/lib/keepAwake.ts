/**
 * Keeps the screen on until the returned function is called. The browser drops the lock of a hidden page, so it is
 * requested again.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;
  const requestLock = async () => {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    try {
      const newLock = await navigator.wakeLock.request("screen");
      if (isWanted) lock = newLock;
      else await newLock.release();
    } catch {
      // The browser may refuse. The page works anyway.
    }
  };
  const requestAgain = () => void requestLock();
  document.addEventListener("visibilitychange", requestAgain);
  requestAgain();
  return () => {
    isWanted = false;
    document.removeEventListener("visibilitychange", requestAgain);
    void lock?.release();
  };
}

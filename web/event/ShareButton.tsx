import { copyLink } from "../lib/copyLink.ts";
import { notify } from "../stores/snackbars.ts";
import { ShareIcon } from "../ui/icons/icons.tsx";
import classes from "./ShareButton.module.css";

interface ShareButtonProps {
  name: string;
  url: string;
  children: string;
}

export function ShareButton({ name, url, children }: ShareButtonProps) {
  return (
    <button
      type="button"
      className={`button buttonQuiet ${classes.needsScript}`}
      onClick={() => void share(name, url)}
    >
      <ShareIcon />
      {children}
    </button>
  );
}

async function share(title: string, url: string): Promise<void> {
  if (typeof navigator.share !== "function") return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the share sheet is not an error.
    if (error instanceof DOMException && error.name === "AbortError") return;
    notify({ text: `Copy this link: ${url}`, timeoutMs: 12_000 });
  }
}

/** An object URL that shows a chosen picture before it is sent. */
import { useEffect, useState } from "react";

/** Null while no file is chosen. The URL is revoked when the file changes or the form is closed. */
export function useFileAddress(file: File | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === undefined) return;
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setAddress(null);
    };
  }, [file]);
  return address;
}

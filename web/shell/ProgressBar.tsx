/** The bar at the top during navigations and the requests of `openRequestCount` (docs/product.md §2). */

import { useNavigation } from "react-router";
import { openRequestCount } from "../stores/progress.ts";
import { useStore } from "../stores/useStore.ts";
import classes from "./ProgressBar.module.css";

export function ProgressBar() {
  const requests = useStore(openRequestCount, 0);
  const navigating = useNavigation().state !== "idle";
  if (requests === 0 && !navigating) return null;
  return <div className={classes.bar} role="progressbar" aria-label="Loading" />;
}

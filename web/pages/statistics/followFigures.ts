import type { Figures } from "../../../contract/shapes/statistics.ts";
import { type FollowStreamOptions, followStream, type LiveState } from "../../lib/followStream.ts";

interface FollowingFigures extends Omit<FollowStreamOptions, "onEvent"> {
  onFigures: (figures: Figures) => void;
}

/** Follows until the signal aborts or the server refuses. The state is "live" once figures have arrived. */
export function followFigures({ onFigures, onState, ...options }: FollowingFigures): Promise<void> {
  return followStream({
    ...options,
    onState: (state: LiveState) => {
      if (state !== "live") onState(state);
    },
    onEvent: ({ event, data }) => {
      if (event !== "figures") return;
      onState("live");
      // Not validated, because the server has filtered the figures.
      onFigures(JSON.parse(data) as Figures);
    },
  });
}

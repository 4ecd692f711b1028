import type { Event } from "../../contract/shapes/event.ts";
import type { RequestKeys } from "../act/requestKeys.ts";
import type { Api } from "../api/client.ts";
import type { Hold } from "./draft.ts";
import type { DraftStore } from "./draftStore.ts";

export interface HoldExtension {
  readonly minutes: number;
  /** How many extensions are left as far as this device knows; at least 1. */
  readonly left: number;
  extend(keys: RequestKeys): Promise<void>;
}

/** Null without a hold or extensions, and for an offer. The server may still refuse (docs/wire.md §3). */
export function holdExtensionOf(
  { config }: { config: Pick<Event["config"], "holdMinutes" | "holdExtensions"> },
  hold: Hold | null,
  { api, store }: { api: Pick<Api, "post">; store: DraftStore },
): HoldExtension | null {
  if (hold === null || hold.isOffer) return null;
  const left = hold.extensionsLeft ?? config.holdExtensions;
  if (left === 0) return null;
  const { registrationId, accessKey } = hold;
  return {
    minutes: config.holdMinutes,
    left,
    async extend(keys) {
      // If another tab has extended the hold, `left` differs, so the request gets a new key even after a lost answer.
      const body = { registrationId, accessKey };
      const extended = await keys.send([body, left], (idempotencyKey) =>
        api.post("registration/extendHold", body, { idempotencyKey, suppressToasts: true }),
      );
      store.dispatch({ type: "extended", registrationId, ...extended });
    },
  };
}

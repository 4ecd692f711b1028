import { type LoaderFunctionArgs, redirect } from "react-router";
import type { PayloadOf } from "../../contract/all.ts";
import type { Event } from "../../contract/shapes/event.ts";
import { isNotFound } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import { apiFrom } from "../api/context.ts";
import { redirectFormerSlug } from "../event/formerAddress.ts";
import { paths } from "../paths.ts";
import { type DraftStore, draftStoreOf } from "./draftStore.ts";

export interface Purchase {
  event: Event;
}

/**
 * Works in the browser only, where the draft is. Without a hold it redirects, unless one has ended: then the page says
 * so.
 */
export async function loadPurchase({ context, params, request }: LoaderFunctionArgs): Promise<Purchase> {
  const api = apiFrom(context);
  const slug = params.slug ?? "";
  const event = await api.get(
    "event/getEventBySlug",
    { slug },
    { signal: request.signal, suppressToasts: true },
  );
  redirectFormerSlug(event, slug, request);
  const store = draftStoreOf(event.slug);
  await refreshHold(api, store, request.signal);
  const { hold, holdEnded, bought } = store.get();
  if (hold === null && !holdEnded) {
    throw redirect(bought === null ? paths.tickets(event.slug) : paths.success(event.slug, bought));
  }
  return { event };
}

/**
 * Asks the server whether the draft's hold has ended or was bought, and changes the draft if so. False after a failure
 * other than 404; then the draft stays.
 */
export async function refreshHold(
  api: Pick<Api, "get">,
  store: DraftStore,
  signal?: AbortSignal,
): Promise<boolean> {
  const { hold } = store.get();
  if (hold === null) return true;
  const { registrationId, accessKey } = hold;
  let purchase: PayloadOf<"registration/getRegistration">;
  try {
    purchase = await api.get(
      "registration/getRegistration",
      { registrationId, accessKey },
      { suppressToasts: true, ...(signal && { signal }) },
    );
  } catch (error) {
    if (!isNotFound(error)) return false;
    store.dispatch({ type: "holdEnded" });
    return true;
  }
  const { state } = purchase.registration;
  if (state === "active") store.dispatch({ type: "bought", bought: { registrationId, accessKey } });
  else if (state === "expired" || state === "cancelled") {
    // The success page explains what became of the payment.
    const { paymentStatus } = purchase.order ?? {};
    if (paymentStatus === "refunded" || paymentStatus === "paid") {
      store.dispatch({ type: "bought", bought: { registrationId, accessKey } });
    } else store.dispatch({ type: "holdEnded" });
  }
  return true;
}

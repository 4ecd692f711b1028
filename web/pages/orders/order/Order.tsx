/** /event/{eventId}/orders/{orderId}: the order with its payment state, history and refunds. */

import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ApiError } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { positiveInteger } from "../../../lib/positiveInteger.ts";
import { loadStaffEvent } from "../../event/staffEvent.ts";
import { OrderView } from "./OrderView.tsx";
import type { OrderPage } from "./orderPage.ts";

const orderNotFound = new ApiError({ status: 404, code: "notFound", msg: "There is no such order." });

export async function loader(args: LoaderFunctionArgs): Promise<OrderPage> {
  const orderId = positiveInteger(args.params.orderId);
  if (orderId === null) throw orderNotFound;
  const api = apiFrom(args.context);
  const options = { signal: args.request.signal };
  const [event, answer] = await Promise.all([
    loadStaffEvent(args),
    api.get("order/getHistory", { orderId }, options),
  ]);
  const { registrationId, eventId } = answer.order;
  if (eventId !== event.id) throw orderNotFound;
  if (registrationId === null) return { ...answer, event, registered: null };
  const registered = await api.get("registration/getRegistrationById", { registrationId }, options);
  return { ...answer, event, registered };
}

export function Component() {
  return <OrderView {...useLoaderData<typeof loader>()} />;
}

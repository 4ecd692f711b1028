/** /event/{eventId}/orders/{orderId}. */

import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { PayloadOf } from "../../../../contract/all.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { isNotFound } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { positiveInteger } from "../../../lib/positiveInteger.ts";
import { paths } from "../../../paths.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../../event/staffEvent.ts";
import { OrderView } from "./OrderView.tsx";
import type { OrderPage } from "./orderPage.ts";

/** `order` is null if the event has no such order. */
export async function loader(args: LoaderFunctionArgs): Promise<OrderPage | { event: Event; order: null }> {
  const [event, answer] = await Promise.all([loadStaffEvent(args), loadHistory(args)]);
  if (answer?.order.eventId !== event.id) return { event, order: null };
  const { registrationId } = answer.order;
  if (registrationId === null) return { ...answer, event, registered: null };
  const options = { signal: args.request.signal };
  const registered = await apiFrom(args.context).get(
    "registration/getRegistrationById",
    { registrationId },
    options,
  );
  return { ...answer, event, registered };
}

async function loadHistory({
  params,
  context,
  request,
}: LoaderFunctionArgs): Promise<PayloadOf<"order/getHistory"> | null> {
  const orderId = positiveInteger(params.orderId);
  if (orderId === null) return null;
  const options = { signal: request.signal, suppressToasts: true };
  try {
    return await apiFrom(context).get("order/getHistory", { orderId }, options);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export function Component() {
  const page = useLoaderData<typeof loader>();
  return page.order === null ? <OrderNotFound event={page.event} /> : <OrderView {...page} />;
}

function OrderNotFound({ event }: { event: Event }) {
  return (
    <StaffPage
      title="Order not found"
      lead="This event has no such order. It may belong to another event, or the link may be incomplete."
      event={event}
    >
      <p>
        <Link className="button" to={paths.eventPage(event.id, "orders")}>
          Go to Orders
        </Link>
      </p>
    </StaffPage>
  );
}

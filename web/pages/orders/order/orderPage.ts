import type { PayloadOf } from "../../../../contract/all.ts";
import type { Event } from "../../../../contract/shapes/event.ts";

export interface OrderPage extends PayloadOf<"order/getHistory"> {
  event: Event;
  registered: Pick<PayloadOf<"registration/getRegistrationById">, "registration" | "attendees"> | null;
}

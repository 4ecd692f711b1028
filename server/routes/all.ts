/** The route of every call. A call without one does not compile. */
import type { Routes } from "../http/calls.ts";
import { me } from "./auth/me.ts";
import { signin } from "./auth/signin.ts";
import { signout } from "./auth/signout.ts";
import { getStatistics } from "./checkin/getStatistics.ts";
import { getStatisticsSeries } from "./checkin/getStatisticsSeries.ts";
import { getClub } from "./club/getClub.ts";
import { getAllActiveEvents } from "./event/getAllActiveEvents.ts";
import { getAllEvents } from "./event/getAllEvents.ts";
import { getEvent } from "./event/getEvent.ts";
import { getEventByEventIdnClubId } from "./event/getEventByEventIdnClubId.ts";
import { getEventBySlug } from "./event/getEventBySlug.ts";
import { getExtras } from "./event/getExtras.ts";
import { getFirstEvent } from "./event/getFirstEvent.ts";
import { getExtrasByEventId } from "./extras/getExtrasByEventId.ts";
import { getExtrasByIds } from "./extras/getExtrasByIds.ts";
import { getFormQuestions } from "./form/getFormQuestions.ts";
import { live } from "./health/live.ts";
import { ready } from "./health/ready.ts";
import { info } from "./info.ts";
import { createOrder } from "./order/createOrder.ts";
import { getOrderById, getOrderWithItems } from "./order/getOrderById.ts";
import { getOrdersByEventId } from "./order/getOrdersByEventId.ts";
import { express } from "./registration/express.ts";
import { getRegistration } from "./registration/getRegistration.ts";
import { getRegistrationByEmail } from "./registration/getRegistrationByEmail.ts";
import { getRegistrationById } from "./registration/getRegistrationById.ts";
import { initRegistration } from "./registration/initRegistration.ts";
import { releaseHold } from "./registration/releaseHold.ts";
import { save } from "./registration/save.ts";
import { getPackagesByEventId } from "./sponsorship-package/getPackagesByEventId.ts";
import { confirmPayment } from "./stripe/confirmPayment.ts";
import { createPaymentIntent } from "./stripe/createPaymentIntent.ts";
import { getRegistrationFromPayment } from "./stripe/getRegistrationFromPayment.ts";
import { getTicketById } from "./ticket/getTicketById.ts";
import { getTicketsByEventId } from "./ticket/getTicketsByEventId.ts";

export const routes: Routes = {
  "auth/me": me,
  "auth/signin": signin,
  "auth/signout": signout,
  "checkin/getStatistics": getStatistics,
  "checkin/getStatisticsSeries": getStatisticsSeries,
  "club/getClub": getClub,
  "event/getAllActiveEvents": getAllActiveEvents,
  "event/getAllEvents": getAllEvents,
  "event/getEvent": getEvent,
  "event/getEventByEventIdnClubId": getEventByEventIdnClubId,
  "event/getEventBySlug": getEventBySlug,
  "event/getExtras": getExtras,
  "event/getFirstEvent": getFirstEvent,
  "extras/getExtrasByEventId": getExtrasByEventId,
  "extras/getExtrasByIds": getExtrasByIds,
  "form/getFormQuestions": getFormQuestions,
  "health/live": live,
  "health/ready": ready,
  info,
  "order/createOrder": createOrder,
  "order/getOrderById": getOrderById,
  "order/getOrderWithItems": getOrderWithItems,
  "order/getOrdersByEventId": getOrdersByEventId,
  "registration/express": express,
  "registration/getRegistration": getRegistration,
  "registration/getRegistrationByEmail": getRegistrationByEmail,
  "registration/getRegistrationById": getRegistrationById,
  "registration/initRegistration": initRegistration,
  "registration/releaseHold": releaseHold,
  "registration/save": save,
  "sponsorship-package/getPackagesByEventId": getPackagesByEventId,
  "stripe/confirm-payment": confirmPayment,
  "stripe/create-payment-intent": createPaymentIntent,
  "stripe/get-registration-from-payment": getRegistrationFromPayment,
  "ticket/getTicketById": getTicketById,
  "ticket/getTicketsByEventId": getTicketsByEventId,
};

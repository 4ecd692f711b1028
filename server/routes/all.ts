/** The route of every call. A call without a route does not compile. */
import type { Routes } from "../http/calls.ts";
import { deleteAppUser } from "./appUser/deleteAppUser.ts";
import { getAppUsers } from "./appUser/getAppUsers.ts";
import { getSignins } from "./appUser/getSignins.ts";
import { requireSecondFactor } from "./appUser/requireSecondFactor.ts";
import { saveAppUser } from "./appUser/save.ts";
import { getCases } from "./attention/getCases.ts";
import { getFailingJobs } from "./attention/getFailingJobs.ts";
import { getFailingMails } from "./attention/getFailingMails.ts";
import { getUnknown } from "./attention/getUnknown.ts";
import { markDone } from "./attention/markDone.ts";
import { beginSecondFactor } from "./auth/beginSecondFactor.ts";
import { changeEmail } from "./auth/changeEmail.ts";
import { changePassword } from "./auth/changePassword.ts";
import { confirmClub } from "./auth/confirmClub.ts";
import { confirmEmail } from "./auth/confirmEmail.ts";
import { confirmSecondFactor } from "./auth/confirmSecondFactor.ts";
import { endSession } from "./auth/endSession.ts";
import { forgotPassword } from "./auth/forgotPassword.ts";
import { getProfile } from "./auth/getProfile.ts";
import { me } from "./auth/me.ts";
import { newRecoveryCodes } from "./auth/newRecoveryCodes.ts";
import { register } from "./auth/register.ts";
import { removeSecondFactor } from "./auth/removeSecondFactor.ts";
import { resetPassword } from "./auth/resetPassword.ts";
import { saveProfile } from "./auth/saveProfile.ts";
import { sendConfirmation } from "./auth/sendConfirmation.ts";
import { signin } from "./auth/signin.ts";
import { signout } from "./auth/signout.ts";
import { signoutEverywhere } from "./auth/signoutEverywhere.ts";
import { deleteCheckin } from "./checkin/delete.ts";
import { getStatistics } from "./checkin/getStatistics.ts";
import { getStatisticsSeries } from "./checkin/getStatisticsSeries.ts";
import { saveCheckin } from "./checkin/save.ts";
import { scanByRegistrationId } from "./checkin/scanByRegistrationId.ts";
import { getAllClubs } from "./club/getAllClubs.ts";
import { getClub } from "./club/getClub.ts";
import { getListing } from "./club/getListing.ts";
import { removeClub } from "./club/removeClub.ts";
import { saveClub } from "./club/save.ts";
import { addLink } from "./door/addLink.ts";
import { closeSale } from "./door/closeSale.ts";
import { getChanges } from "./door/getChanges.ts";
import { getConflicts } from "./door/getConflicts.ts";
import { getCopy } from "./door/getCopy.ts";
import { getDoor } from "./door/getDoor.ts";
import { getFigures } from "./door/getFigures.ts";
import { getLinks } from "./door/getLinks.ts";
import { getScans } from "./door/getScans.ts";
import { getTill } from "./door/getTill.ts";
import { newPin } from "./door/newPin.ts";
import { openLink } from "./door/openLink.ts";
import { register as registerAtDoor } from "./door/register.ts";
import { revokeDevice } from "./door/revokeDevice.ts";
import { revokeLink } from "./door/revokeLink.ts";
import { search } from "./door/search.ts";
import { sell } from "./door/sell.ts";
import { sync } from "./door/sync.ts";
import { undoSale } from "./door/undoSale.ts";
import { approve } from "./event/approve.ts";
import { askFees } from "./event/askFees.ts";
import { cancel } from "./event/cancel.ts";
import { checkSlug } from "./event/checkSlug.ts";
import { copyEvent } from "./event/copy.ts";
import { fromArchive } from "./event/fromArchive.ts";
import { fromPretix } from "./event/fromPretix.ts";
import { getAllActiveEvents } from "./event/getAllActiveEvents.ts";
import { getAllEvents } from "./event/getAllEvents.ts";
import { getCancellation } from "./event/getCancellation.ts";
import { getClosing } from "./event/getClosing.ts";
import { getEvent } from "./event/getEvent.ts";
import { getEventByEventIdnClubId } from "./event/getEventByEventIdnClubId.ts";
import { getEventBySlug } from "./event/getEventBySlug.ts";
import { getEventCards } from "./event/getEventCards.ts";
import { getExtras } from "./event/getExtras.ts";
import { getFirstEvent } from "./event/getFirstEvent.ts";
import { getFormerAddresses } from "./event/getFormerAddresses.ts";
import { getRemoval } from "./event/getRemoval.ts";
import { getStock } from "./event/getStock.ts";
import { removeEvent } from "./event/removeEvent.ts";
import { removeExtras } from "./event/removeExtras.ts";
import { saveEvent } from "./event/save.ts";
import { saveConfig } from "./event/saveConfig.ts";
import { saveExtras } from "./event/saveExtras.ts";
import { saveFormerAddresses } from "./event/saveFormerAddresses.ts";
import { saveLandingConfig } from "./event/saveLandingConfig.ts";
import { signClosing } from "./event/signClosing.ts";
import { tellChange } from "./event/tellChange.ts";
import { getExtrasByEventId } from "./extras/getExtrasByEventId.ts";
import { getExtrasByIds } from "./extras/getExtrasByIds.ts";
import { purchaseExtras } from "./extras/purchaseExtras.ts";
import { getAnswerCounts } from "./form/getAnswerCounts.ts";
import { getFormQuestions } from "./form/getFormQuestions.ts";
import { saveForm } from "./form/save.ts";
import { live } from "./health/live.ts";
import { ready } from "./health/ready.ts";
import { activate } from "./import/activate.ts";
import { getImports } from "./import/getByEventId.ts";
import { takeBack } from "./import/takeBack.ts";
import { info } from "./info.ts";
import { changeBuyer } from "./order/changeBuyer.ts";
import { createOrder } from "./order/createOrder.ts";
import { getHistory } from "./order/getHistory.ts";
import { getOrderById, getOrderWithItems } from "./order/getOrderById.ts";
import { getOrders } from "./order/getOrders.ts";
import { getOrdersByEventId } from "./order/getOrdersByEventId.ts";
import { markPaid } from "./order/markPaid.ts";
import { refund } from "./order/refund.ts";
import { resend } from "./order/resend.ts";
import { check } from "./promoCode/check.ts";
import { getPromoCodes } from "./promoCode/getByEventId.ts";
import { removePromoCode } from "./promoCode/remove.ts";
import { savePromoCode } from "./promoCode/save.ts";
import { add } from "./registration/add.ts";
import { bulkImportAttendee } from "./registration/bulkImportAttendee.ts";
import { cancelOwn } from "./registration/cancelOwn.ts";
import { correct } from "./registration/correct.ts";
import { deleteAttendee } from "./registration/deleteAttendee.ts";
import { express } from "./registration/express.ts";
import { extendHold } from "./registration/extendHold.ts";
import { getAttendees } from "./registration/getAttendees.ts";
import { getGuest } from "./registration/getGuest.ts";
import { getImportProgress } from "./registration/getImportProgress.ts";
import { getOwnChanges } from "./registration/getOwnChanges.ts";
import { getRegistration } from "./registration/getRegistration.ts";
import { getRegistrationByEmail } from "./registration/getRegistrationByEmail.ts";
import { getRegistrationById } from "./registration/getRegistrationById.ts";
import { initRegistration } from "./registration/initRegistration.ts";
import { passOn } from "./registration/passOn.ts";
import { releaseHold } from "./registration/releaseHold.ts";
import { removeRegistration } from "./registration/removeRegistration.ts";
import { save } from "./registration/save.ts";
import { saveGuest } from "./registration/saveGuest.ts";
import { scanByExtrasPurchaseId } from "./registration/scanByExtrasPurchaseId.ts";
import { sendTicketByAttendeeId } from "./registration/sendTicketByAttendeeId.ts";
import { sendTickets } from "./registration/sendTickets.ts";
import { updateAttendee } from "./registration/updateAttendee.ts";
import { updateStatus } from "./registration/updateStatus.ts";
import { getSharedCapacities } from "./sharedCapacity/getByEventId.ts";
import { removeSharedCapacity } from "./sharedCapacity/remove.ts";
import { saveSharedCapacity } from "./sharedCapacity/save.ts";
import { createSponsorship } from "./sponsorship/create.ts";
import { createSponsorshipPaymentIntent } from "./sponsorship/createSponsorshipPaymentIntent.ts";
import { getOwn } from "./sponsorship/getOwn.ts";
import { getSponsorshipById } from "./sponsorship/getSponsorshipById.ts";
import { getSponsorshipsByEventId } from "./sponsorship/getSponsorshipsByEventId.ts";
import { getSponsorshipsByRegistrationId } from "./sponsorship/getSponsorshipsByRegistrationId.ts";
import { getSupport } from "./sponsorship/getSupport.ts";
import { getTotals } from "./sponsorship/getTotals.ts";
import { release } from "./sponsorship/release.ts";
import { removeLogo } from "./sponsorship/removeLogo.ts";
import { setLogo } from "./sponsorship/setLogo.ts";
import { setPublic } from "./sponsorship/setPublic.ts";
import { deletePackage } from "./sponsorship-package/deletePackage.ts";
import { getPackageById } from "./sponsorship-package/getPackageById.ts";
import { getPackagesByEventId } from "./sponsorship-package/getPackagesByEventId.ts";
import { savePackage } from "./sponsorship-package/save.ts";
import { updatePackageStatus } from "./sponsorship-package/updateStatus.ts";
import { confirmPayment } from "./stripe/confirmPayment.ts";
import { createPaymentIntent } from "./stripe/createPaymentIntent.ts";
import { getRegistrationFromPayment } from "./stripe/getRegistrationFromPayment.ts";
import { getTaxRates } from "./taxRate/getByClubId.ts";
import { removeTaxRate } from "./taxRate/remove.ts";
import { saveTaxRate } from "./taxRate/save.ts";
import { accept } from "./team/accept.ts";
import { getTeam } from "./team/getByClubId.ts";
import { getInvitation } from "./team/getInvitation.ts";
import { invite } from "./team/invite.ts";
import { withdraw } from "./team/withdraw.ts";
import { getTicketById } from "./ticket/getTicketById.ts";
import { getTicketsByEventId } from "./ticket/getTicketsByEventId.ts";
import { removeTicket } from "./ticket/removeTicket.ts";
import { reorder } from "./ticket/reorder.ts";
import { saveTicket } from "./ticket/save.ts";
import { getWaitingList } from "./waitingList/getByEventId.ts";
import { getOwnPlace } from "./waitingList/getOwn.ts";
import { joinList } from "./waitingList/join.ts";
import { leaveOwnList } from "./waitingList/leave.ts";
import { removeFromList } from "./waitingList/remove.ts";

export const routes: Routes = {
  "appUser/deleteAppUser": deleteAppUser,
  "appUser/getAppUsers": getAppUsers,
  "appUser/getSignins": getSignins,
  "appUser/requireSecondFactor": requireSecondFactor,
  "appUser/save": saveAppUser,
  "auth/beginSecondFactor": beginSecondFactor,
  "auth/changePassword": changePassword,
  "auth/confirmSecondFactor": confirmSecondFactor,
  "auth/changeEmail": changeEmail,
  "auth/confirmClub": confirmClub,
  "auth/confirmEmail": confirmEmail,
  "auth/endSession": endSession,
  "auth/forgotPassword": forgotPassword,
  "auth/getProfile": getProfile,
  "auth/me": me,
  "auth/newRecoveryCodes": newRecoveryCodes,
  "auth/register": register,
  "auth/removeSecondFactor": removeSecondFactor,
  "auth/resetPassword": resetPassword,
  "auth/saveProfile": saveProfile,
  "auth/sendConfirmation": sendConfirmation,
  "auth/signin": signin,
  "auth/signout": signout,
  "auth/signoutEverywhere": signoutEverywhere,
  "checkin/delete": deleteCheckin,
  "checkin/getStatistics": getStatistics,
  "checkin/getStatisticsSeries": getStatisticsSeries,
  "checkin/save": saveCheckin,
  "checkin/scanByRegistrationId": scanByRegistrationId,
  "club/getAllClubs": getAllClubs,
  "club/getClub": getClub,
  "club/getListing": getListing,
  "club/removeClub": removeClub,
  "club/save": saveClub,
  "door/addLink": addLink,
  "door/closeSale": closeSale,
  "door/getChanges": getChanges,
  "door/getCopy": getCopy,
  "door/getDoor": getDoor,
  "door/getConflicts": getConflicts,
  "door/getFigures": getFigures,
  "door/getLinks": getLinks,
  "door/getScans": getScans,
  "door/getTill": getTill,
  "door/newPin": newPin,
  "door/openLink": openLink,
  "door/register": registerAtDoor,
  "door/revokeDevice": revokeDevice,
  "door/revokeLink": revokeLink,
  "door/search": search,
  "door/sell": sell,
  "door/sync": sync,
  "door/undoSale": undoSale,
  "event/approve": approve,
  "event/askFees": askFees,
  "event/cancel": cancel,
  "event/tellChange": tellChange,
  "event/getClosing": getClosing,
  "event/signClosing": signClosing,
  "event/checkSlug": checkSlug,
  "event/copy": copyEvent,
  "event/fromArchive": fromArchive,
  "event/fromPretix": fromPretix,
  "event/getAllActiveEvents": getAllActiveEvents,
  "event/getAllEvents": getAllEvents,
  "event/getCancellation": getCancellation,
  "event/getEvent": getEvent,
  "event/getEventByEventIdnClubId": getEventByEventIdnClubId,
  "event/getEventBySlug": getEventBySlug,
  "event/getEventCards": getEventCards,
  "event/getExtras": getExtras,
  "event/getFirstEvent": getFirstEvent,
  "event/getFormerAddresses": getFormerAddresses,
  "event/getRemoval": getRemoval,
  "event/getStock": getStock,
  "event/removeEvent": removeEvent,
  "event/removeExtras": removeExtras,
  "event/save": saveEvent,
  "event/saveConfig": saveConfig,
  "event/saveExtras": saveExtras,
  "event/saveFormerAddresses": saveFormerAddresses,
  "event/saveLandingConfig": saveLandingConfig,
  "extras/getExtrasByEventId": getExtrasByEventId,
  "extras/getExtrasByIds": getExtrasByIds,
  "extras/purchaseExtras": purchaseExtras,
  "form/getAnswerCounts": getAnswerCounts,
  "form/getFormQuestions": getFormQuestions,
  "form/save": saveForm,
  "health/live": live,
  "health/ready": ready,
  "import/activate": activate,
  "import/getByEventId": getImports,
  "import/takeBack": takeBack,
  info,
  "attention/getCases": getCases,
  "attention/getFailingJobs": getFailingJobs,
  "attention/getFailingMails": getFailingMails,
  "attention/getUnknown": getUnknown,
  "attention/markDone": markDone,
  "order/changeBuyer": changeBuyer,
  "order/createOrder": createOrder,
  "order/getHistory": getHistory,
  "order/getOrderById": getOrderById,
  "order/getOrderWithItems": getOrderWithItems,
  "order/getOrders": getOrders,
  "order/getOrdersByEventId": getOrdersByEventId,
  "order/markPaid": markPaid,
  "order/refund": refund,
  "order/resend": resend,
  "promoCode/check": check,
  "promoCode/getByEventId": getPromoCodes,
  "promoCode/remove": removePromoCode,
  "promoCode/save": savePromoCode,
  "registration/add": add,
  "registration/bulkImportAttendee": bulkImportAttendee,
  "registration/cancelOwn": cancelOwn,
  "registration/deleteAttendee": deleteAttendee,
  "registration/express": express,
  "registration/getAttendees": getAttendees,
  "registration/getImportProgress": getImportProgress,
  "registration/getOwnChanges": getOwnChanges,
  "registration/getRegistration": getRegistration,
  "registration/getRegistrationByEmail": getRegistrationByEmail,
  "registration/getRegistrationById": getRegistrationById,
  "registration/initRegistration": initRegistration,
  "registration/passOn": passOn,
  "registration/correct": correct,
  "registration/getGuest": getGuest,
  "registration/saveGuest": saveGuest,
  "registration/extendHold": extendHold,
  "registration/releaseHold": releaseHold,
  "registration/removeRegistration": removeRegistration,
  "registration/save": save,
  "registration/scanByExtrasPurchaseId": scanByExtrasPurchaseId,
  "registration/sendTicketByAttendeeId": sendTicketByAttendeeId,
  "registration/sendTickets": sendTickets,
  "registration/updateAttendee": updateAttendee,
  "registration/updateStatus": updateStatus,
  "sharedCapacity/getByEventId": getSharedCapacities,
  "sharedCapacity/remove": removeSharedCapacity,
  "sharedCapacity/save": saveSharedCapacity,
  "sponsorship-package/deletePackage": deletePackage,
  "sponsorship-package/getPackageById": getPackageById,
  "sponsorship-package/getPackagesByEventId": getPackagesByEventId,
  "sponsorship-package/save": savePackage,
  "sponsorship-package/updateStatus": updatePackageStatus,
  "sponsorship/create": createSponsorship,
  "sponsorship/createSponsorshipPaymentIntent": createSponsorshipPaymentIntent,
  "sponsorship/getOwn": getOwn,
  "sponsorship/getSponsorshipById": getSponsorshipById,
  "sponsorship/getSponsorshipsByEventId": getSponsorshipsByEventId,
  "sponsorship/getSponsorshipsByRegistrationId": getSponsorshipsByRegistrationId,
  "sponsorship/getSupport": getSupport,
  "sponsorship/getTotals": getTotals,
  "sponsorship/release": release,
  "sponsorship/removeLogo": removeLogo,
  "sponsorship/setLogo": setLogo,
  "sponsorship/setPublic": setPublic,
  "stripe/confirm-payment": confirmPayment,
  "stripe/create-payment-intent": createPaymentIntent,
  "stripe/get-registration-from-payment": getRegistrationFromPayment,
  "taxRate/getByClubId": getTaxRates,
  "taxRate/remove": removeTaxRate,
  "taxRate/save": saveTaxRate,
  "team/accept": accept,
  "team/getByClubId": getTeam,
  "team/getInvitation": getInvitation,
  "team/invite": invite,
  "team/withdraw": withdraw,
  "ticket/getTicketById": getTicketById,
  "ticket/getTicketsByEventId": getTicketsByEventId,
  "ticket/removeTicket": removeTicket,
  "ticket/reorder": reorder,
  "ticket/save": saveTicket,
  "waitingList/getByEventId": getWaitingList,
  "waitingList/getOwn": getOwnPlace,
  "waitingList/join": joinList,
  "waitingList/leave": leaveOwnList,
  "waitingList/remove": removeFromList,
};

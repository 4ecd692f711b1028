/** A successful request for each call of the contract, in the site of world.ts. */
import type { CallName } from "../../contract/all.ts";
import { eventConfig } from "../../contract/shapes/event.ts";
import type { TestRequest } from "./app.ts";
import { scanOf } from "./arrivals.ts";
import { testPassword } from "./builders.ts";
import { card, people } from "./buying.ts";
import { testPin } from "./doors.ts";
import { sponsor, type World } from "./world.ts";

/** A request for each call that gets a 200, without its token. A call without a sample does not compile. */
export function samplesOf(world: World): Record<CallName, TestRequest> {
  const { event, clubId, pending, active, held, given } = world;
  const eventId = event.id;
  const eventQuery = { query: { eventId } };
  const holdBody = {
    eventId,
    tickets: [{ ticketId: world.freeTicketId, quantity: 1 }],
    extras: [],
    promoCode: "EARLY",
    email: "leo@example.org",
    userTimezone: "Europe/Berlin",
    timezoneOffset: -120,
  };
  const attendees = [
    {
      ...people(world.freeTicketId)[0],
      phone: "+49 40 123",
      isPrimary: true,
      answers: [{ questionId: world.questionId, answer: "Fish" }],
    },
  ];
  const payment = { paymentIntentId: pending.paymentIntentId, accessKey: pending.accessKey };
  return {
    "appUser/deleteAppUser": { query: { id: world.removable.userId } },
    "appUser/getAppUsers": { query: { clubId } },
    "appUser/requireSecondFactor": { body: { clubId: world.spare.clubId, isRequired: true } },
    "appUser/save": {
      body: {
        fullName: "Ada Lund",
        email: `ada-${world.spare.clubId}@example.org`,
        password: "plain sailing 9",
        clubId: world.spare.clubId,
        removeSecondFactor: false,
      },
      headers: { "idempotency-key": "world-saves-ada" },
    },
    "auth/beginSecondFactor": { body: { password: testPassword } },
    "auth/changePassword": { body: { password: testPassword, newPassword: testPassword } },
    "auth/confirmSecondFactor": { body: { code: world.accounts.factorCode } },
    "auth/endSession": { body: { sessionId: world.accounts.sessionId } },
    "auth/forgotPassword": { body: { email: world.adminEmail } },
    "auth/getProfile": {},
    "auth/newRecoveryCodes": { body: { password: testPassword } },
    "auth/register": {
      body: {
        fullName: "Nora Field",
        email: `nora-${world.spare.clubId}@example.org`,
        password: "plain sailing 9",
        clubName: "Field Hockey",
      },
      headers: { "idempotency-key": "world-registers-nora" },
    },
    "auth/removeSecondFactor": { body: { password: testPassword } },
    "auth/resetPassword": { body: { token: world.accounts.resetToken, password: "plain sailing 9" } },
    "auth/saveProfile": { body: { fullName: "Mia Keller" } },
    "auth/signoutEverywhere": {},
    "auth/me": {},
    "auth/signin": { body: { email: world.adminEmail, password: testPassword } },
    "auth/signout": {},
    "checkin/delete": { body: { eventId, attendeeId: world.arrived.attendeeId } },
    "checkin/save": { body: { ...world.comer, eventId } },
    "checkin/scanByRegistrationId": { body: { payload: { eventId, qrCodeData: world.guest.code } } },
    "checkin/getStatistics": { query: { eventId, date: "2026-06-01" } },
    "checkin/getStatisticsSeries": { query: { eventId, date: "2026-06-01" } },
    "club/getAllClubs": {},
    "club/getClub": { query: { clubId } },
    "club/removeClub": { query: { clubId: world.removable.clubId } },
    "club/save": {
      body: {
        id: clubId,
        name: "Harbour Rowers",
        location: "Harbour 1",
        contactEmail: "hello@example.org",
        phone: "+49 40 123",
        rmImage: "false",
      },
    },
    "door/addLink": {
      body: {
        eventId,
        gate: "North gate",
        rights: ["scan", "sell"],
        expiresAt: "2030-05-02T01:00:00Z",
        mostDevices: 3,
      },
    },
    "door/closeSale": { body: { eventId, key: "a-sale-of-nobody" } },
    "door/getChanges": { query: { eventId, cursor: `1.${Date.now()}` } },
    "door/getCopy": eventQuery,
    "door/getDoor": eventQuery,
    "door/getConflicts": eventQuery,
    "door/getFigures": eventQuery,
    "door/getLinks": eventQuery,
    "door/getScans": {
      query: { eventId, page: 1, itemsPerPage: 50, fetchTotalCount: true, attendeeId: world.attendeeId },
    },
    "door/getTill": { query: { eventId, deviceId: world.helper.deviceId } },
    "door/newPin": { body: { linkId: world.helper.linkId } },
    "door/openLink": {
      body: {
        link: world.link.secret,
        pin: testPin,
        deviceId: "6f0c7a52-6f0f-4d0c-9d0e-1f2a3b4c5d6e",
        deviceName: "Tom's phone",
        appVersion: "1.0.0",
      },
    },
    "door/register": {
      body: {
        eventId,
        deviceId: "9b2f6c1e-53a7-4b0e-8a6d-0c1d2e3f4a5b",
        gate: "Back door",
        deviceName: "Mia's phone",
        appVersion: "1.0.0",
      },
    },
    "door/sell": {
      body: {
        eventId,
        deviceId: "9b2f6c1e-53a7-4b0e-8a6d-0c1d2e3f4a5b",
        tickets: [{ ticketId: world.freeTicketId, quantity: 1 }],
        name: "Walk in",
        email: "walk.in@example.org",
        paidBy: "cash",
        totalAmount: 0,
      },
    },
    "door/search": { query: { eventId, text: "kel" } },
    "door/sync": {
      body: {
        eventId,
        deviceId: "9b2f6c1e-53a7-4b0e-8a6d-0c1d2e3f4a5b",
        appVersion: "1.0.0",
        waiting: 2,
        scans: [
          scanOf({
            scanId: "0c6f2a8e-4b1d-4c3a-9e5f-7a8b9c0d1e2f",
            attendeeId: world.guest.attendeeId,
            code: world.guest.code,
            undoes: [],
            decided: true,
          }),
        ],
      },
    },
    "door/revokeDevice": { body: { eventId, deviceId: world.helper.deviceId } },
    "door/revokeLink": { body: { linkId: world.helper.linkId } },
    "event/checkSlug": { query: { slug: "gala", name: "Gala", eventId } },
    "event/copy": {
      body: {
        eventId: world.draft.id,
        startDatetime: "2031-05-01T18:00:00Z",
        endDatetime: "2031-05-01T22:00:00Z",
        name: "Gala again",
      },
    },
    "event/getEventCards": {
      query: { clubId, page: 1, itemsPerPage: 6, fetchTotalCount: true, search: "gala", when: "all" },
    },
    "event/getRemoval": eventQuery,
    "event/removeEvent": { query: { eventId: world.removed.eventId } },
    "event/removeExtras": { query: { extrasId: world.removed.extrasId, eventId: world.draft.id } },
    "event/save": {
      body: {
        id: eventId,
        clubId,
        name: "Summer Gala",
        slug: event.slug,
        description: "<p>An evening by the water.</p>",
        location: "Pier 7, Hamburg",
        startDatetime: "2030-05-01T18:00:00Z",
        endDatetime: "2030-05-01T22:00:00Z",
        timeZone: "Europe/Berlin",
        currency: "eur",
        taxType: "percent",
        taxAmount: 19,
        isActive: true,
        config: { holdMinutes: 15 },
        landingConfig: { heroTitle: "Come", accentColor: "#C79F5A" },
        rmImage: "false",
      },
    },
    "event/saveConfig": {
      body: {
        eventId,
        config: eventConfig.parse({}),
      },
    },
    "event/saveExtras": {
      body: {
        newExtras: {
          id: world.extrasId,
          eventId,
          name: "Dinner",
          description: "Three courses",
          price: 1500,
          content: [{ name: "Course", quantity: 3 }],
          maxStock: 50,
          isActive: true,
        },
      },
    },
    "event/saveLandingConfig": {
      body: {
        id: eventId,
        enableLandingPage: true,
        heroTitle: "Come",
        heroSubtitle: "and dance",
        overviewTitle: "The evening",
        overviewDescription: "<p>Music</p>",
        accentColor: "#c79f5a",
        rmImage: false,
      },
    },
    "form/save": {
      body: {
        payload: {
          eventId,
          formQuestions: [
            {
              id: world.questionId,
              typeId: 2,
              text: "Any allergies?",
              required: false,
              showAtDoor: true,
              options: ["Fish", "Vegan"],
            },
          ],
          rmQIds: [987_654],
        },
      },
    },
    "sponsorship/getSponsorshipById": { query: { sponsorshipId: world.sponsorshipId } },
    "sponsorship/getSponsorshipsByEventId": eventQuery,
    "sponsorship/getSponsorshipsByRegistrationId": { query: { registrationId: active.registrationId } },
    "sponsorship/getSupport": eventQuery,
    "sponsorship/getTotals": eventQuery,
    "sponsorship/getOwn": { query: world.donation },
    "sponsorship/release": { body: world.givenUp },
    "sponsorship/removeLogo": { body: { sponsorshipId: world.sponsorshipId } },
    "sponsorship/setLogo": { body: world.donation },
    "sponsorship/setPublic": { body: { sponsorshipId: world.sponsorshipId, isPublic: false } },
    "sponsorship-package/deletePackage": { body: { packageId: world.removed.packageId } },
    "sponsorship-package/getPackageById": { query: { packageId: world.packageId } },
    "sponsorship-package/save": {
      body: {
        id: world.packageId,
        eventId,
        clubId,
        name: "Gold",
        price: 50_000,
        currency: "eur",
        description: "The best of them",
        features: [{ text: "Logo on the wall", included: true }],
        availableCount: 100,
        isActive: true,
      },
    },
    "sponsorship-package/updateStatus": { body: { packageId: world.packageId, isActive: true } },
    "ticket/removeTicket": { body: { ticketId: world.removed.ticketId } },
    "ticket/reorder": { body: { eventId, ticketIds: [world.ticketId, world.freeTicketId] } },
    "ticket/save": {
      body: {
        id: world.ticketId,
        eventId,
        title: "Standard",
        description: "One seat",
        price: 2500,
        maxStock: 100,
        salesStart: null,
        salesEnd: "2030-05-01T18:00:00Z",
        isActive: true,
        sortOrder: 1,
        validDays: ["2030-05-01"],
        isHidden: false,
        sharedCapacityId: world.sharedCapacityId,
      },
    },
    "event/getAllActiveEvents": { query: { clubId, currentDate: "2026-01-01" } },
    "event/getAllEvents": { query: { clubId, page: 1, itemsPerPage: 6, fetchTotalCount: true } },
    "event/cancel": { body: { eventId: world.calledOffEventId, message: "Snow.", refund: true } },
    "event/askFees": { body: { eventId } },
    "event/getCancellation": eventQuery,
    "event/getClosing": eventQuery,
    "event/signClosing": {
      body: { eventId, signedName: "Tom Treasurer", note: "Counted twice", counts: [] },
    },
    "event/getEvent": eventQuery,
    "event/getEventByEventIdnClubId": { query: { eventId, clubId } },
    "event/getEventBySlug": { query: { slug: event.slug } },
    "event/getExtras": eventQuery,
    "event/getFirstEvent": {},
    "event/getStock": eventQuery,
    "extras/getExtrasByEventId": eventQuery,
    "extras/getExtrasByIds": { query: { extrasIds: JSON.stringify([world.extrasId]) } },
    "extras/purchaseExtras": {
      body: {
        registrationId: active.registrationId,
        accessKey: active.accessKey,
        extras: [{ extrasId: world.extrasId, quantity: 1 }],
      },
    },
    "form/getFormQuestions": eventQuery,
    "health/live": {},
    "health/ready": {},
    info: {},
    "attention/getCases": eventQuery,
    "attention/getUnknown": {},
    "attention/markDone": { body: { key: world.caseKey, note: "Answered" } },
    "order/changeBuyer": {
      body: {
        orderId: world.refundable.orderId,
        firstName: "Mia",
        lastName: "Keller",
        email: "paid@example.org",
      },
    },
    "order/markPaid": {
      body: { ...world.unpaid, paidBy: "bankTransfer", note: "Reference 4711" },
    },
    "order/resend": { body: { orderId: active.order.id } },
    "order/createOrder": {
      body: { registrationId: active.registrationId, accessKey: active.accessKey, totalAmount: 0 },
    },
    "order/getHistory": { query: { orderId: pending.order.id } },
    "order/getOrders": {
      query: {
        eventId,
        page: 1,
        itemsPerPage: 10,
        fetchTotalCount: true,
        searchKeyword: "keller",
        paymentStatus: "free",
        purpose: "registration",
        channel: "web",
        refund: "part",
        needsAttention: false,
      },
    },
    "order/refund": {
      body: {
        orderId: world.refundable.orderId,
        amount: 100,
        items: [{ kind: "ticket", refId: world.ticketId, quantity: 1 }],
        reason: "Ill",
        cancelTickets: false,
      },
    },
    "order/getOrderById": { query: { orderId: pending.order.id } },
    "order/getOrderWithItems": { query: { orderId: pending.order.id } },
    "order/getOrdersByEventId": eventQuery,
    "promoCode/check": { body: { eventId, code: "early" } },
    "promoCode/getByEventId": eventQuery,
    "promoCode/remove": { body: { promoCodeId: world.removed.promoCodeId } },
    "promoCode/save": {
      body: {
        id: world.promoCodeId,
        eventId,
        code: "Early",
        kind: "percent",
        value: 10,
        ticketIds: [world.ticketId, world.freeTicketId, world.hiddenTicketId],
        maxUses: 1000,
        startsAt: null,
        endsAt: "2030-05-01T18:00:00Z",
        isActive: true,
      },
    },
    "sharedCapacity/getByEventId": eventQuery,
    "sharedCapacity/remove": { body: { sharedCapacityId: world.removed.sharedCapacityId } },
    "sharedCapacity/save": {
      body: { id: world.sharedCapacityId, eventId, title: "Main hall", maxPlaces: 500 },
    },
    "registration/bulkImportAttendee": {
      body: {
        eventId,
        ticketId: world.freeTicketId,
        dryRun: false,
        rows: [
          ["Name", "E-mail", "Company"],
          ["Ada Lovelace", "ada@example.org", "Foyer"],
        ],
      },
    },
    "registration/deleteAttendee": {
      query: { attendeeId: world.leaving.attendeeId, eventId, force: false },
    },
    "registration/getAttendees": {
      query: {
        eventId,
        "event[id]": eventId,
        page: 1,
        itemsPerPage: 10,
        fetchTotalCount: true,
        searchKeyword: "keller",
        sortBy: "-name",
        checkinStatus: false,
        ticketId: world.freeTicketId,
        registrationState: "active",
        orderStatus: "free",
      },
    },
    "registration/getImportProgress": { query: { eventId, key: "import-1" } },
    "registration/removeRegistration": {
      query: { registrationId: world.gone.registrationId, eventId, force: false },
    },
    "registration/scanByExtrasPurchaseId": { body: { payload: { eventId, qrCodeData: world.bought.code } } },
    "registration/sendTicketByAttendeeId": { query: { attendeeId: world.attendeeId, eventId } },
    "registration/sendTickets": {
      body: {
        eventId,
        searchKeyword: "keller",
        checkinStatus: false,
        ticketId: world.freeTicketId,
        registrationState: "active",
        orderStatus: "free",
      },
    },
    "registration/updateAttendee": {
      body: {
        attendeeId: world.attendeeId,
        eventId,
        ticketId: world.freeTicketId,
        firstName: "Mia",
        lastName: "Keller",
        email: "mia@example.org",
        phone: "+49 40 123",
        answers: [{ questionId: world.questionId, answer: "Fish" }],
      },
    },
    "registration/updateStatus": { body: { id: world.leaving.registrationId, status: true } },
    "registration/cancelOwn": {
      body: { ...world.givingUp.proof, attendeeIds: [world.givingUp.attendeeId], refundAmount: 0 },
      headers: { "idempotency-key": "world-cancels-own" },
    },
    "registration/getOwnChanges": {
      query: { ...world.passing.proof, attendeeIds: JSON.stringify([world.passing.attendeeId]) },
    },
    "registration/passOn": {
      body: {
        ...world.passing.proof,
        attendeeId: world.passing.attendeeId,
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@example.org",
        answers: [],
      },
      headers: { "idempotency-key": "world-passes-on" },
    },
    "registration/express": {
      body: { ...holdBody, attendees, additionalFields: { company: "Foyer" }, totalAmount: 0 },
    },
    "registration/getRegistration": {
      query: { registrationId: active.registrationId, accessKey: active.accessKey },
    },
    "registration/getRegistrationByEmail": { query: { email: "mia@example.org", eventId } },
    "registration/getRegistrationById": { query: { registrationId: active.registrationId } },
    "registration/initRegistration": { body: holdBody },
    "registration/releaseHold": { body: given },
    "registration/save": {
      body: {
        ...held,
        attendees: [{ ...attendees[0], ticketId: world.ticketId }],
        additionalFields: { company: "Foyer" },
      },
    },
    "sponsorship-package/getPackagesByEventId": eventQuery,
    "sponsorship/create": {
      body: {
        eventId,
        packageId: world.packageId,
        amount: null,
        sponsorData: sponsor,
        registrationId: null,
        isPublic: true,
      },
    },
    "sponsorship/createSponsorshipPaymentIntent": { body: world.donation },
    "stripe/confirm-payment": { body: { ...payment, card: card() } },
    "stripe/create-payment-intent": { body: { orderId: pending.order.id, accessKey: pending.accessKey } },
    "stripe/get-registration-from-payment": { query: payment },
    "ticket/getTicketById": { query: { ticketId: world.ticketId } },
    "ticket/getTicketsByEventId": eventQuery,
    "waitingList/getByEventId": {
      query: {
        eventId,
        page: 1,
        itemsPerPage: 50,
        fetchTotalCount: true,
        ticketId: world.soldOutTicketId,
        state: "waiting",
        searchKeyword: "waits",
      },
    },
    "waitingList/getOwn": { query: world.waiting },
    "waitingList/join": {
      body: {
        eventId,
        ticketId: world.soldOutTicketId,
        places: 2,
        name: "Nora Field",
        email: "nora.waits@example.org",
      },
    },
    "waitingList/leave": { body: world.leavingList },
    "waitingList/remove": { body: { entryId: world.leavingList.entryId } },
  };
}

import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Event } from "../../../contract/shapes/event.ts";
import type { Order } from "../../../contract/shapes/order.ts";
import type { OwnSponsorship } from "../../../contract/shapes/sponsorship.ts";
import { BoughtExtras } from "../../pages/public/extras/BoughtExtras.tsx";
import type { ExtrasAnswer } from "../../pages/public/extras/loadExtras.ts";
import { SupportEnded } from "../../pages/public/pricing/Ended.tsx";
import { Thanks } from "../../pages/public/pricing/Thanks.tsx";

const event = {
  slug: "gala",
  name: "Gala",
  club: { name: "Chess club" },
  startDatetime: "2030-05-01T10:00:00.000Z",
  endDatetime: null,
  timeZone: "UTC",
  config: { isAllDay: false, showEndTime: false, dateFormat: "DD/MM/YYYY" },
} as unknown as Event;
const items = [
  {
    kind: "extras" as const,
    refId: 1,
    title: "Dinner",
    unitPrice: 2000,
    quantity: 1,
    total: 2000,
    net: 2000,
    tax: 0,
  },
];
const refundedOrder: Order = {
  id: 7,
  orderNumber: "FEPT-GMDX",
  receiptNumber: 12,
  eventId: 1,
  registrationId: 3,
  items,
  pricesIncludeTax: false,
  subtotal: 2000,
  tax: 0,
  totalAmount: 2000,
  taxes: [],
  currency: "usd",
  paymentStatus: "refunded",
  refundedAmount: 2000,
  refundAwaitsBuyer: 0,
  promoCode: null,
  discount: 0,
  createdAt: "2030-04-01T10:00:00.000Z",
  paidAt: "2030-04-01T10:05:00.000Z",
};
const waitingOrder: Order = { ...refundedOrder, refundAwaitsBuyer: 2000 };

const textOf = (page: React.JSX.Element) =>
  renderToString(<MemoryRouter>{page}</MemoryRouter>)
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

const waitingText = "Answer that mail, and $20 is sent there.";
const falseClaims = /few days|was refunded|is on its way|Refunded/;

test("a sponsorship shows that its refund waits for the sponsor's bank account", () => {
  const renderedText = (order: Order) => {
    const own = { order, sponsorship: { packageId: null } } as OwnSponsorship;
    return textOf(<SupportEnded event={event} proof={{ sponsorshipId: 1, accessKey: "k" }} own={own} />);
  };
  expect(renderedText(waitingOrder)).toContain("Your refund needs your bank account");
  expect(renderedText(waitingOrder)).toContain(waitingText);
  expect(renderedText(waitingOrder)).not.toMatch(falseClaims);
  expect(renderedText(refundedOrder)).toMatch(
    /Your refund is on its way .*\$20 was refunded in full\. .*few days/,
  );
});

test("a waiting part of a sponsorship's refund is not shown as refunded", () => {
  const renderedText = (order: Order) => {
    const sponsorship = { packageId: null, sponsorData: { firstName: "Ada", email: "ada@example.org" } };
    const own = { order, sponsorship, isPublic: false } as OwnSponsorship;
    return textOf(<Thanks event={event} proof={{ sponsorshipId: 1, accessKey: "k" }} own={own} />);
  };
  const part = { ...refundedOrder, paymentStatus: "paid", refundedAmount: 500 } as const;
  expect(renderedText(part)).toContain("Part of it was refunded");
  expect(renderedText({ ...part, refundAwaitsBuyer: 500 })).toMatch(
    /Answer that mail, and \$5 is sent there/,
  );
  expect(renderedText({ ...part, refundAwaitsBuyer: 500 })).not.toContain("was refunded");
});

test("extras show that their refund waits for the buyer's bank account, and not that they are refunded", () => {
  const renderedText = (order: Order) => {
    const purchase = { id: 5, extrasData: items, paymentStatus: order.paymentStatus, qrText: null };
    const reply = { purchase, order } as unknown as ExtrasAnswer;
    return textOf(
      <BoughtExtras
        event={event}
        proof={{ registrationId: 3, accessKey: "k" }}
        email={null}
        paymentIntentId="pi_1"
        answer={reply}
      />,
    );
  };
  expect(renderedText(waitingOrder)).toContain("Your refund needs your bank account");
  expect(renderedText(waitingOrder)).toContain(waitingText);
  expect(renderedText(waitingOrder)).not.toMatch(falseClaims);
  expect(renderedText(refundedOrder)).toMatch(/few days .*Refunded -\$20/);
});

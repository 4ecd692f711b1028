import { Button } from "@mantine/core";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { namePartsOf } from "../../../../contract/rules/nameParts.ts";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { inSnackbar, useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { fetchFile } from "../../../api/fetchFile.ts";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { timeText } from "../../../words/attendeeWords.ts";
import { AttentionNotice } from "../AttentionNotice.tsx";
import { useFollowedRefund } from "../followRefund.ts";
import { buyerText, noRefundBecause } from "../orderWords.ts";
import { BuyerForm } from "./BuyerForm.tsx";
import type { KnownBuyer } from "./buyerForm.ts";
import { MarkPaidForm } from "./MarkPaidForm.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { OrderHistory } from "./OrderHistory.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderPeople } from "./OrderPeople.tsx";
import { OrderRefunds } from "./OrderRefunds.tsx";
import classes from "./OrderView.module.css";
import type { OrderPage } from "./orderPage.ts";
import { RefundForm } from "./RefundForm.tsx";
import type { Refundable } from "./refundForm.ts";

export function OrderView(page: OrderPage) {
  const { event, order, refunds, history, sponsor, handed, paidLater, registered } = page;
  const { revalidate } = useRevalidator();
  const [openPanel, setOpenPanel] = useState<"refund" | "markPaid" | "buyer" | null>(null);
  const { underWay, run } = useAct();
  useFollowedRefund(order, () => void revalidate());
  const hasTickets = order.purpose === "registration" && registered?.registration.state === "active";
  const refundable: Refundable = {
    order,
    people: hasTickets ? registered.attendees : null,
    refunds,
    paidLater,
  };
  const isFree = order.totalAmount === 0;
  const noRefundReason =
    noRefundBecause(order) ?? (isFree && !hasTickets ? "There is nothing to refund or to cancel." : null);
  const isUnpaid = order.paymentStatus === "pending" || order.paymentStatus === "failed";
  const noReceiptReason = isUnpaid
    ? `The receipt is available after the order is ${isFree ? "active" : "paid"}.`
    : null;
  const isMailable =
    (order.paymentStatus === "paid" || order.paymentStatus === "free") && order.buyer.email !== null;
  const currentBuyer = knownBuyer(order, registered, sponsor);
  const closePanel = () => {
    setOpenPanel(null);
    void revalidate();
  };

  const download = () =>
    run(() => fetchFile("order/receiptPdf", { orderId: order.id }), {
      name: "receipt",
      refused: inSnackbar,
    });
  const resend = () =>
    run(() => api.post("order/resend", { orderId: order.id }), { name: "mail", revalidates: true });

  // An imported order has nothing to pay, and is pending while its registration is not yet active.
  const activate = () =>
    run(() => api.post("registration/updateStatus", { id: order.registrationId!, status: true }), {
      name: "activate",
      refused: inSnackbar,
      revalidates: true,
    });

  return (
    <StaffPage
      title={`Order ${order.orderNumber}`}
      lead={`${buyerText(order)}, ${timeText(order.createdAt, event)}`}
      event={event}
      crumbs={[
        { label: "Your events", to: paths.adminDashboard() },
        { label: event.name, to: paths.eventOverview(event.id) },
        { label: "Orders", to: paths.eventPage(event.id, "orders") },
      ]}
      actions={
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={noReceiptReason !== null}
            aria-busy={underWay === "receipt"}
            onClick={() => void download()}
          >
            {underWay === "receipt" ? "One moment…" : "Receipt"}
          </Button>
          {isMailable && (
            <Button variant="default" aria-busy={underWay === "mail"} onClick={() => void resend()}>
              {underWay === "mail" ? "One moment…" : "Resend the mail"}
            </Button>
          )}
          {isUnpaid && isFree ? (
            <Button aria-busy={underWay === "activate"} onClick={() => void activate()}>
              {underWay === "activate" ? "One moment…" : "Activate"}
            </Button>
          ) : isUnpaid ? (
            <Button onClick={() => setOpenPanel("markPaid")}>Mark as paid</Button>
          ) : (
            <Button
              // Few orders need a refund, so the button is not prominent.
              variant="default"
              disabled={noRefundReason !== null}
              onClick={() => setOpenPanel("refund")}
            >
              {isFree ? "Cancel the tickets" : "Refund"}
            </Button>
          )}
          {[noReceiptReason, isUnpaid ? null : noRefundReason].map(
            (reason) => reason !== null && <small key={reason}>{reason}</small>,
          )}
        </div>
      }
    >
      <div className={classes.page}>
        <AttentionNotice
          order={order}
          onRefund={() => setOpenPanel("refund")}
          onChangeBuyer={() => setOpenPanel("buyer")}
          onResend={() => void resend()}
          onDone={() => void revalidate()}
        />
        <div className={classes.main}>
          <OrderLines order={order} handed={handed} />
          <OrderRefunds event={event} order={order} refunds={refunds} />
          <OrderHistory event={event} context={{ order, refunds }} history={history} />
        </div>
        <div className={classes.beside}>
          <OrderFacts
            event={event}
            order={order}
            onChangeBuyer={currentBuyer && (() => setOpenPanel("buyer"))}
          />
          {registered !== null && <OrderPeople event={event} order={order} registered={registered} />}
        </div>
      </div>
      <Panel
        isOpen={openPanel === "refund"}
        title={isFree ? "Cancel the tickets" : `Refund ${order.orderNumber}`}
        onClose={() => setOpenPanel(null)}
      >
        <RefundForm refundable={refundable} onRefused={() => void revalidate()} onDone={closePanel} />
      </Panel>
      <Panel
        isOpen={openPanel === "markPaid"}
        title={`Mark ${order.orderNumber} as paid`}
        onClose={() => setOpenPanel(null)}
      >
        <MarkPaidForm order={order} onRefused={() => void revalidate()} onDone={closePanel} />
      </Panel>
      {currentBuyer !== null && (
        <Panel isOpen={openPanel === "buyer"} title="Change the buyer" onClose={() => setOpenPanel(null)}>
          <BuyerForm order={order} knownBuyer={currentBuyer} onDone={closePanel} />
        </Panel>
      )}
    </StaffPage>
  );
}

/** Null if the buyer's data are deleted. */
function knownBuyer(
  order: ListedOrder,
  registered: OrderPage["registered"],
  sponsor: OrderPage["sponsor"],
): KnownBuyer | null {
  if (sponsor !== null) return { ...sponsor, sponsor };
  const primaryAttendee = registered?.attendees.find(({ isPrimary }) => isPrimary);
  if (primaryAttendee === undefined) return null;
  // If the buyer does not attend, or no longer, the primary attendee is another person.
  const isOtherPerson =
    order.buyer.name !== `${primaryAttendee.firstName} ${primaryAttendee.lastName}`.trim();
  const { firstName, lastName } = isOtherPerson ? namePartsOf(order.buyer.name) : primaryAttendee;
  return { firstName, lastName, email: order.buyer.email, sponsor: null };
}

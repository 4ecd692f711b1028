/** One order as staff see it, and what they can do about it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "../../api/apiError.ts";
import { fetchFile } from "../../api/fetchFile.ts";
import { paths } from "../../paths.ts";
import { Panel } from "../../ui/Panel.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { notify } from "../../ui/snackbars/queue.ts";
import { timeText } from "../people/attendeeWords.ts";
import { AttentionNotice } from "./AttentionNotice.tsx";
import { useFollowedRefund } from "./followRefund.ts";
import type { OrderPage } from "./Order.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { OrderHistory } from "./OrderHistory.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderPeople } from "./OrderPeople.tsx";
import { OrderRefunds } from "./OrderRefunds.tsx";
import classes from "./OrderView.module.css";
import { buyerText, noRefundBecause } from "./orderWords.ts";
import { RefundForm } from "./RefundForm.tsx";
import type { Refundable } from "./refundForm.ts";

export function OrderView({ event, order, refunds, history, registered }: OrderPage) {
  const { revalidate } = useRevalidator();
  const [isRefunding, setRefunding] = useState(false);
  const [isFetching, setFetching] = useState(false);
  useFollowedRefund(order, () => void revalidate());
  const hasTickets = order.purpose === "registration" && registered?.registration.state === "active";
  const of: Refundable = { order, people: hasTickets ? registered.attendees : null };
  const isFree = order.totalAmount === 0;
  const noRefund =
    noRefundBecause(order) ?? (isFree && !hasTickets ? "There is nothing to give back or to cancel." : null);
  const noReceipt =
    order.paymentStatus === "pending" || order.paymentStatus === "failed"
      ? "There is a receipt once it is paid."
      : null;

  async function download(): Promise<void> {
    if (isFetching) return;
    setFetching(true);
    try {
      await fetchFile("order/receiptPdf", { orderId: String(order.id) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: error.msg, color: "error" });
    } finally {
      setFetching(false);
    }
  }

  return (
    <StaffPage
      title={`Order ${order.orderNumber}`}
      lead={`${buyerText(order)}, ${timeText(order.createdAt, event.timeZone)}`}
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
            disabled={noReceipt !== null}
            aria-busy={isFetching}
            onClick={() => void download()}
          >
            {isFetching ? "One moment…" : "Receipt"}
          </Button>
          <Button disabled={noRefund !== null} onClick={() => setRefunding(true)}>
            {isFree ? "Cancel the tickets" : "Refund"}
          </Button>
          {[noReceipt, noRefund].map((reason) => reason !== null && <small key={reason}>{reason}</small>)}
        </div>
      }
    >
      <div className={classes.page}>
        <AttentionNotice order={order} onRefund={() => setRefunding(true)} />
        <div className={classes.main}>
          <OrderLines order={order} />
          <OrderRefunds event={event} order={order} refunds={refunds} />
          <OrderHistory event={event} told={{ order, refunds }} history={history} />
        </div>
        <div className={classes.beside}>
          <OrderFacts event={event} order={order} />
          {registered !== null && <OrderPeople event={event} order={order} registered={registered} />}
        </div>
      </div>
      <Panel
        isOpen={isRefunding}
        title={isFree ? "Cancel the tickets" : `Refund ${order.orderNumber}`}
        onClose={() => setRefunding(false)}
      >
        <RefundForm
          of={of}
          onRefused={() => void revalidate()}
          onDone={() => {
            setRefunding(false);
            void revalidate();
          }}
        />
      </Panel>
    </StaffPage>
  );
}

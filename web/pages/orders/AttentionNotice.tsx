/** All problems of an order, with their solutions. Nothing if there are none. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { ListedOrder } from "../../../contract/shapes/refund.ts";
import { paths } from "../../paths.ts";
import { attentionOf } from "./attention.ts";
import { CaseNotice } from "./CaseNotice.tsx";

interface AttentionNoticeProps {
  order: ListedOrder;
  onRefund: () => void;
  onChangeBuyer: () => void;
  onResend: () => void;
  /** Called when a case was marked as done. */
  onDone: () => void;
}

export function AttentionNotice(props: AttentionNoticeProps) {
  const { order, onRefund, onChangeBuyer, onResend, onDone } = props;
  const subject = encodeURIComponent(`Your order ${order.orderNumber}`);
  return order.attention.map((one) => {
    const wanting = attentionOf(one, order);
    const found = new URLSearchParams({ search: one.recipient ?? "", state: "all" });
    return (
      <CaseNotice key={one.key} told={one} wanting={wanting} onDone={onDone}>
        {wanting.acts.includes("refund") && <Button onClick={onRefund}>Refund again</Button>}
        {wanting.acts.includes("address") && <Button onClick={onChangeBuyer}>Correct the address</Button>}
        {wanting.acts.includes("resend") && (
          <Button variant="default" onClick={onResend}>
            Mail it again
          </Button>
        )}
        {wanting.acts.includes("attendee") && (
          <Button
            component={Link}
            variant="default"
            to={`${paths.eventPage(order.eventId, "attendees")}?${found}`}
          >
            Find the attendee
          </Button>
        )}
        {wanting.acts.includes("write") && (
          <Button component="a" variant="default" href={`mailto:${order.buyer.email}?subject=${subject}`}>
            Write to the buyer
          </Button>
        )}
      </CaseNotice>
    );
  });
}

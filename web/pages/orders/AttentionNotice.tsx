import { Button } from "@mantine/core";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import { CaseNotice, FindAttendee } from "./CaseNotice.tsx";
import { caseWordsOf } from "./caseWords.ts";

interface AttentionNoticeProps {
  order: ListedOrder;
  onRefund: () => void;
  onChangeBuyer: () => void;
  onResend: () => void;
  onDone: () => void;
}

export function AttentionNotice(props: AttentionNoticeProps) {
  const { order, onRefund, onChangeBuyer, onResend, onDone } = props;
  const subject = encodeURIComponent(`Your order ${order.orderNumber}`);
  return order.attention.map((moneyCase) => {
    const caseWords = caseWordsOf(moneyCase, order);
    return (
      <CaseNotice key={moneyCase.key} moneyCase={moneyCase} caseWords={caseWords} onDone={onDone}>
        {caseWords.actions.includes("refund") && <Button onClick={onRefund}>Refund again</Button>}
        {caseWords.actions.includes("address") && (
          <Button onClick={onChangeBuyer}>Correct the address</Button>
        )}
        {caseWords.actions.includes("resend") && (
          <Button variant="default" onClick={onResend}>
            Resend the mail
          </Button>
        )}
        {caseWords.actions.includes("attendee") && (
          <FindAttendee eventId={order.eventId} recipient={moneyCase.recipient ?? ""} />
        )}
        {caseWords.actions.includes("write") && (
          <Button component="a" variant="default" href={`mailto:${order.buyer.email}?subject=${subject}`}>
            Write to the buyer
          </Button>
        )}
      </CaseNotice>
    );
  });
}

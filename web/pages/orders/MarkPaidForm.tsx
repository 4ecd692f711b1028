/** Says that the money of an unpaid order was received by hand; tells what will happen before it does. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { ListedOrder } from "../../../contract/refund.ts";
import { formatMoney } from "../../../contract/rules/money.ts";
import { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { bodyOf, type MarkPaidValues, outcomeOf, paidByWords, problemsOf } from "./markPaidForm.ts";
import classes from "./RefundForm.module.css";

interface MarkPaidFormProps {
  order: ListedOrder;
  /** The order is another than was shown: fetch it anew. */
  onRefused: () => void;
  onDone: () => void;
}

export function MarkPaidForm({ order, onRefused, onDone }: MarkPaidFormProps) {
  const form = useStaffForm<MarkPaidValues>({
    initialValues: { paidBy: "", note: "" },
    validate: problemsOf,
  });
  const total = formatMoney(order.totalAmount, order.currency);

  async function save(sent: MarkPaidValues, options: Parameters<typeof api.post>[2]) {
    try {
      return await api.post("order/markPaid", bodyOf(sent, order), options);
    } catch (failure) {
      // Without an answer nobody knows: the page stays as it is, so that the next try has the same key.
      if (failure instanceof ApiError && failure.code !== "noAnswer") onRefused();
      throw failure;
    }
  }

  return (
    <StaffForm
      form={form}
      label="Mark as paid"
      buttons={[{ label: `${total} received`, intent: "markPaid" }]}
      save={save}
      onSaved={onDone}
      refusedBecause={noHandBecause(order)}
    >
      <NativeSelect
        label="How it came"
        data={[
          { value: "", label: "Please choose" },
          ...Object.entries(paidByWords).map(([value, label]) => ({ value, label })),
        ]}
        {...form.getInputProps("paidBy")}
      />
      <TextInput
        label="Reference or note"
        description="Such as the day and the words of the transfer; it stands in the order's history."
        maxLength={500}
        {...form.getInputProps("note")}
      />
      <section className={classes.outcome} aria-label="What will happen">
        <h3>What will happen</h3>
        <ul>
          {outcomeOf(order).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </StaffForm>
  );
}

function noHandBecause({ paymentStatus }: ListedOrder): string | null {
  return paymentStatus === "pending" || paymentStatus === "failed"
    ? null
    : "This order is not open any more.";
}

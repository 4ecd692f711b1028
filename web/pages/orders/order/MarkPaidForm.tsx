import { NativeSelect, TextInput } from "@mantine/core";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { api } from "../../../api/browser.ts";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import {
  bodyOf,
  type MarkPaidValues,
  markPaidOutcome,
  paidByChoices,
  problemsOf,
  valuesOf,
} from "./markPaidForm.ts";
import classes from "./RefundForm.module.css";

interface MarkPaidFormProps {
  order: ListedOrder;
  /** Loads the order again, because it may have changed. */
  onRefused: () => void;
  onDone: () => void;
}

export function MarkPaidForm({ order, onRefused, onDone }: MarkPaidFormProps) {
  const form = useStaffForm<MarkPaidValues>({
    initialValues: valuesOf(order),
    validate: problemsOf,
  });
  const total = formatMoney(order.totalAmount, order.currency);

  return (
    <StaffForm
      form={form}
      label="Mark as paid"
      buttons={[{ label: `${total} received`, intent: "markPaid" }]}
      save={(values, options) => api.post("order/markPaid", bodyOf(values, order), options)}
      onSaved={onDone}
      onRefused={onRefused}
      refusedBecause={
        ["pending", "failed"].includes(order.paymentStatus)
          ? null
          : "This order is no longer waiting for payment."
      }
    >
      <NativeSelect
        label="How it was paid"
        data={[
          { value: "", label: "Please choose" },
          ...Object.entries(paidByChoices).map(([value, label]) => ({ value, label })),
        ]}
        {...form.getInputProps("paidBy")}
      />
      <TextInput
        label="Reference or note"
        description="For example the date and reference of the transfer. It is shown in the order's history."
        maxLength={500}
        {...form.getInputProps("note")}
      />
      <section className={classes.outcome} aria-label="What will happen">
        <h3>What will happen</h3>
        <ul>
          {markPaidOutcome(order).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </StaffForm>
  );
}

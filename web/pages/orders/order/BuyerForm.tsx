import { Textarea, TextInput } from "@mantine/core";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { api } from "../../../api/browser.ts";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import {
  type BuyerValues,
  bodyOf,
  isOtherAddress,
  type KnownBuyer,
  problemsOf,
  valuesOf,
} from "./buyerForm.ts";
import classes from "./RefundForm.module.css";

interface BuyerFormProps {
  order: ListedOrder;
  knownBuyer: KnownBuyer;
  onDone: () => void;
}

export function BuyerForm({ order, knownBuyer, onDone }: BuyerFormProps) {
  const form = useStaffForm<BuyerValues>({
    initialValues: valuesOf(knownBuyer),
    validate: (values) => problemsOf(values, knownBuyer),
  });
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "free";
  return (
    <StaffForm
      form={form}
      label="Buyer"
      buttons={[{ label: "Save the buyer" }]}
      save={(newValues, options) =>
        api.post("order/changeBuyer", bodyOf(newValues, knownBuyer, order.id), options)
      }
      onSaved={onDone}
    >
      <TextInput label="First name" maxLength={100} {...form.getInputProps("firstName")} />
      <TextInput label="Last name" maxLength={100} {...form.getInputProps("lastName")} />
      <TextInput label="E-mail" type="email" maxLength={254} {...form.getInputProps("email")} />
      {knownBuyer.sponsor !== null && (
        <>
          <TextInput label="Organisation" maxLength={200} {...form.getInputProps("organization")} />
          <Textarea
            label="Message"
            maxLength={1000}
            autosize
            minRows={2}
            {...form.getInputProps("message")}
          />
        </>
      )}
      {isOtherAddress(form.values, knownBuyer) && isPaid && (
        <section className={classes.outcome} aria-label="What will happen" aria-live="polite">
          <h3>What will happen</h3>
          <ul>
            <li>What was bought is mailed to {form.values.email.trim()}.</li>
            {knownBuyer.email !== null && (
              <li>
                Links that were mailed to {knownBuyer.email} stop working. Codes that were printed or saved
                stay valid.
              </li>
            )}
          </ul>
        </section>
      )}
    </StaffForm>
  );
}

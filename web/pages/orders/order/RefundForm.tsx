import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { api } from "../../../api/browser.ts";
import { MoneyField } from "../../../forms/MoneyField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { nameText } from "../../../words/attendeeWords.ts";
import { amountLeft, isByHand, noRefundBecause } from "../orderWords.ts";
import classes from "./RefundForm.module.css";
import {
  bodyOf,
  hasPrice,
  noCancelBecause,
  pathsOf,
  personIndexOf,
  problemsOf,
  type Refundable,
  type RefundValues,
  refundAmount,
  refundOutcome,
  valuesOf,
  valuesWith,
} from "./refundForm.ts";

interface RefundFormProps {
  refundable: Refundable;
  /** Loads the order again, because it may have changed. */
  onRefused: () => void;
  onDone: () => void;
}

export function RefundForm({ refundable, onRefused, onDone }: RefundFormProps) {
  const { order } = refundable;
  const form = useStaffForm<RefundValues>({
    initialValues: valuesOf(refundable),
    validate: (values) => problemsOf(values, refundable),
  });
  const { values } = form;
  const amount = hasPrice(refundable) ? refundAmount(values, refundable) : 0;
  const outcome = refundOutcome(values, refundable);

  return (
    <StaffForm
      form={form}
      label="Refund"
      buttons={[{ label: labelOf(refundable, amount), intent: "refund" }]}
      save={(newValues, options) => api.post("order/refund", bodyOf(newValues, refundable), options)}
      onSaved={onDone}
      onRefused={onRefused}
      fieldOfPath={pathsOf(values, refundable)}
      refusedBecause={noRefundBecause(order) ?? noCancelBecause(values, refundable)}
    >
      {hasPrice(refundable) && <Money refundable={refundable} form={form} />}
      {/* This form cancels a free order as a whole. */}
      {refundable.people !== null && hasPrice(refundable) && (
        <Tickets people={refundable.people} form={form} />
      )}
      <TextInput
        label="Reason"
        description="For your records. It is shown in the order's history."
        maxLength={500}
        {...form.getInputProps("reason")}
      />
      <section className={classes.outcome} aria-label="What will happen" aria-live="polite">
        <h3>What will happen</h3>
        {outcome.length === 0 ? (
          <p>Fill in the form to see what will happen.</p>
        ) : (
          <ul>
            {outcome.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {!isByHand(order) && hasPrice(refundable) && <p>A refund cannot be undone.</p>}
      </section>
    </StaffForm>
  );
}

type Form = ReturnType<typeof useStaffForm<RefundValues>>;

function Money({ refundable, form }: { refundable: Refundable; form: Form }) {
  const { order } = refundable;
  const left = formatMoney(amountLeft(order), order.currency);
  const hasLines = order.items.some(({ unitPrice }) => unitPrice > 0);
  const tax = order.tax > 0 && !order.pricesIncludeTax ? ", with its share of the tax" : "";
  return (
    <>
      <NativeSelect
        label="How much"
        data={[
          { value: "", label: "Choose…" },
          { value: "rest", label: `Everything that is left: ${left}` },
          { value: "amount", label: "An amount" },
          ...(hasLines ? [{ value: "lines", label: `Some of what was bought${tax}` }] : []),
        ]}
        {...form.getInputProps("how")}
        onChange={({ currentTarget: { value } }) =>
          form.setValues(valuesWith(form.values, value as RefundValues["how"]))
        }
      />
      {form.values.how === "amount" && (
        <MoneyField
          label="Amount"
          description={`At most ${left}.`}
          currency={order.currency}
          {...form.getInputProps("amount")}
        />
      )}
      {form.values.how === "lines" && (
        <fieldset className={classes.group}>
          <legend>How many of each</legend>
          {order.items.map(
            ({ title, unitPrice, quantity, refId, kind }, index) =>
              unitPrice > 0 && (
                <TextInput
                  key={`${kind} ${refId}`}
                  label={title}
                  description={`${formatMoney(unitPrice, order.currency)} each, ${quantity} bought`}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="0"
                  {...form.getInputProps(`items.${index}.quantity`)}
                />
              ),
          )}
        </fieldset>
      )}
    </>
  );
}

function Tickets({ people, form }: { people: NonNullable<Refundable["people"]>; form: Form }) {
  const isOne = people.length === 1;
  return (
    <>
      <NativeSelect
        label={isOne ? "The ticket" : "The tickets"}
        data={[
          { value: "keep", label: isOne ? "Stays valid" : "Stay valid" },
          { value: "all", label: isOne ? "Is cancelled too" : `All ${people.length} are cancelled too` },
          ...(isOne ? [] : [{ value: "some", label: "Cancel some of the tickets too" }]),
        ]}
        {...form.getInputProps("tickets")}
      />
      {form.values.tickets === "some" && (
        <fieldset className={classes.group}>
          <legend>Tickets to cancel</legend>
          {people.map((person) => {
            const index = personIndexOf(form.values, person);
            if (index < 0) return null;
            const props = form.getInputProps(`people.${index}.isCancelled`, { type: "checkbox" });
            return (
              <Checkbox
                key={person.attendeeId}
                label={nameText(person)}
                description={
                  person.checkinTime === null
                    ? person.ticketTitle
                    : `${person.ticketTitle}, checked in already`
                }
                {...props}
                aria-invalid={props.error ? true : undefined}
              />
            );
          })}
        </fieldset>
      )}
    </>
  );
}

function labelOf(refundable: Refundable, amount: number | null): string {
  if (!hasPrice(refundable))
    return refundable.people?.length === 1 ? "Cancel the ticket" : "Cancel the tickets";
  return amount === null ? "Refund" : `Refund ${formatMoney(amount, refundable.order.currency)}`;
}

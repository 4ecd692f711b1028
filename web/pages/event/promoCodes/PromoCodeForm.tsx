import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { api } from "../../../api/browser.ts";
import type { CallOptions } from "../../../api/client.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { MoneyField } from "../../../forms/MoneyField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { ticketChoices } from "../list/ticketChoices.ts";
import { maxCodesAtOnce } from "./manyCodes.ts";
import {
  bodyOf,
  type HowManyCodes,
  type PromoCodeValues,
  problemsOf,
  valuesOf,
  valuesOfMany,
} from "./promoCodeForm.ts";
import { noProgress, saveCodes } from "./saveCodes.ts";

interface PromoCodeFormProps {
  event: Event;
  tickets: readonly Ticket[];
  howMany: HowManyCodes;
  edited: PromoCode | null;
  onSaved: () => void | Promise<void>;
}

const kinds = [
  { value: "percent", label: "A percentage off" },
  { value: "amount", label: "An amount off each ticket" },
  { value: "access", label: "No discount: it unlocks hidden tickets" },
];

export function PromoCodeForm({ event, tickets, howMany, edited, onSaved }: PromoCodeFormProps) {
  const { timeZone, currency } = event;
  const taken = edited === null ? 0 : edited.sold + edited.held;
  const form = useStaffForm<PromoCodeValues>({
    initialValues: howMany === "many" ? valuesOfMany(event) : valuesOf(edited, event, tickets),
    validate: (values) => problemsOf(values, { timeZone, currency, howMany, taken }),
  });
  const { kind } = form.getValues();
  const [progress] = useState(noProgress);

  const saveOne = (values: PromoCodeValues, options: CallOptions) =>
    api.post(
      "promoCode/save",
      bodyOf(values, { eventId: event.id, promoCodeId: edited?.id ?? null, timeZone, currency }),
      options,
    );

  const saveMany = (values: PromoCodeValues, options: CallOptions) =>
    saveCodes(
      {
        prefix: values.code.trim(),
        count: wholeNumberOf(values.count) ?? 0,
        key: options.idempotencyKey ?? "",
        saveOne: (code, idempotencyKey) =>
          saveOne({ ...values, code }, { ...options, idempotencyKey, suppressToasts: true }),
      },
      progress,
    );

  return (
    <StaffForm<PromoCodeValues, object>
      form={form}
      label={howMany === "many" ? "Promo codes" : "Promo code"}
      buttons={[{ label: buttonLabel(howMany, edited) }]}
      save={howMany === "many" ? saveMany : saveOne}
      fieldOfPath={{ value: kind === "percent" ? "percent" : "amount" }}
      {...(howMany === "many" && { savedWords: "The codes are created." })}
      onSaved={onSaved}
    >
      {howMany === "many" ? (
        <>
          <TextInput
            label="How many codes"
            required
            inputMode="numeric"
            autoComplete="off"
            description={`At most ${maxCodesAtOnce} at once`}
            {...form.getInputProps("count")}
          />
          <TextInput
            label="Codes begin with"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            placeholder="PRESS-"
            description="Followed by eight random letters and digits."
            {...form.getInputProps("code")}
          />
        </>
      ) : (
        <TextInput
          label="Code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="SUMMER"
          description="Capital and small letters are treated the same."
          {...form.getInputProps("code")}
        />
      )}
      <NativeSelect label="What the code does" data={kinds} {...form.getInputProps("kind")} />
      {kind === "percent" && (
        <TextInput
          label="Percent off"
          required
          inputMode="decimal"
          autoComplete="off"
          rightSection={<span aria-hidden="true">%</span>}
          rightSectionPointerEvents="none"
          {...form.getInputProps("percent")}
        />
      )}
      {kind === "amount" && (
        <MoneyField
          label="Off each ticket"
          required
          currency={currency}
          description="A ticket that costs less becomes free."
          {...form.getInputProps("amount")}
        />
      )}
      <Checkbox.Group
        label="For which tickets"
        required={kind === "access"}
        description={
          kind === "access"
            ? "Whoever has the code can buy the tickets you tick, hidden ones too."
            : "Tick none for every ticket that is not hidden. A hidden ticket that you tick can be bought by whoever has the code."
        }
        {...form.getInputProps("ticketIds")}
      >
        <div className="staffBoxes">
          {ticketChoices(edited?.ticketIds ?? null, tickets).map((choice) => (
            <Checkbox key={choice.value} {...choice} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={howMany === "many" ? "Maximum number of tickets per code" : "Maximum number of tickets"}
        inputMode="numeric"
        autoComplete="off"
        description={
          taken > 0
            ? `Empty: no limit. The code is used for ${taken.toLocaleString("en-US")} so far.`
            : "Empty: no limit."
        }
        {...form.getInputProps("maxUses")}
      />
      <DateTimeField label="Valid from" clocks={clocksOf(event)} {...form.getInputProps("startsAt")} />
      <DateTimeField label="Valid until" clocks={clocksOf(event)} {...form.getInputProps("endsAt")} />
      <Switch label="Active: it can be used" {...form.getInputProps("isActive", { type: "checkbox" })} />
    </StaffForm>
  );
}

function buttonLabel(howMany: HowManyCodes, edited: PromoCode | null): string {
  if (howMany === "many") return "Create the codes";
  return edited === null ? "Add the code" : "Save the code";
}

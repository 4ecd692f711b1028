import { Switch, TextInput } from "@mantine/core";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import type { ClubTaxRate } from "../../../../contract/shapes/money/taxRate.ts";
import { api } from "../../../api/browser.ts";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { takenText } from "../../../words/takenText.ts";
import { Lines } from "../list/Lines.tsx";
import { PriceFields } from "../tax/PriceFields.tsx";
import classes from "./ExtrasForm.module.css";
import { bodyOf, type ExtrasValues, problemsOf, valuesOf } from "./extrasForm.ts";

interface ExtrasFormProps {
  event: Event;
  extras: Extras | null;
  taxRates: readonly ClubTaxRate[];
  /** How many are sold and held. */
  taken: number;
  onSaved: () => void | Promise<void>;
}

export function ExtrasForm({ event, extras, taxRates, taken, onSaved }: ExtrasFormProps) {
  const { id: eventId, currency } = event;
  const form = useStaffForm<ExtrasValues>({
    initialValues: valuesOf(extras),
    validate: (values) => problemsOf(values, { currency, taken }),
  });
  const { content } = form.getValues();
  return (
    <StaffForm
      form={form}
      label="Extra"
      buttons={[{ label: extras === null ? "Add the extra" : "Save the extra" }]}
      save={(values, options) =>
        api.post(
          "event/saveExtras",
          bodyOf(values, { eventId, extrasId: extras?.id ?? null, currency }),
          options,
        )
      }
      fieldOfCode={{ inUse: "maxStock" }}
      fieldOfPath={{
        "newExtras.name": "name",
        "newExtras.description": "description",
        "newExtras.price": "price",
        "newExtras.maxStock": "maxStock",
        "newExtras.taxRateId": "taxRateId",
      }}
      onSaved={onSaved}
    >
      <TextInput label="Name" required maxLength={200} {...form.getInputProps("name")} />
      <PriceFields
        event={event}
        taxRates={taxRates}
        chosenTaxRateId={extras?.taxRateId ?? null}
        fieldProps={(name) => form.getInputProps(name)}
      />
      <Lines
        label="What is in it"
        count={content.length}
        addLabel="Add a line"
        onAdd={() => form.insertListItem("content", { name: "", quantity: "1" })}
        onRemove={(index) => form.removeListItem("content", index)}
      >
        {(index) => (
          <>
            <TextInput
              aria-label={`Line ${index + 1}, what`}
              placeholder="Drink"
              maxLength={200}
              {...form.getInputProps(`content.${index}.name`)}
            />
            <TextInput
              className={classes.quantity}
              aria-label={`Line ${index + 1}, how many`}
              inputMode="numeric"
              leftSection={<span aria-hidden="true">×</span>}
              {...form.getInputProps(`content.${index}.quantity`)}
            />
          </>
        )}
      </Lines>
      <TextInput
        label="How many there are"
        inputMode="numeric"
        autoComplete="off"
        description={taken > 0 ? `Empty: no limit. ${takenText(taken)}.` : "Empty: no limit."}
        {...form.getInputProps("maxStock")}
      />
      <Switch label="Active: it can be bought" {...form.getInputProps("isActive", { type: "checkbox" })} />
    </StaffForm>
  );
}

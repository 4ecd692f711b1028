import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ClubTaxRate } from "../../../../contract/shapes/money/taxRate.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { api } from "../../../api/browser.ts";
import { MoneyField } from "../../../forms/MoneyField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { Lines } from "../list/Lines.tsx";
import { TaxField } from "../tax/TaxField.tsx";
import classes from "./PackageForm.module.css";
import { bodyOf, type PackageValues, problemsOf, valuesOf } from "./packageForm.ts";

interface PackageFormProps {
  event: Event;
  tickets: readonly Pick<Ticket, "id" | "title">[];
  edited: SponsorshipPackage | null;
  taxRates: readonly ClubTaxRate[];
  onSaved: () => void | Promise<void>;
}

export function PackageForm({ event, tickets, edited, taxRates, onSaved }: PackageFormProps) {
  const sold = edited?.soldCount ?? 0;
  const held = edited?.heldCount ?? 0;
  const { currency } = edited ?? event;
  const form = useStaffForm<PackageValues>({
    initialValues: valuesOf(edited),
    validate: (values) => problemsOf(values, { currency, taken: sold + held }),
  });
  const { features, ticketId } = form.getValues();
  return (
    <StaffForm
      form={form}
      label="Sponsorship package"
      buttons={[{ label: edited === null ? "Add the package" : "Save the package" }]}
      save={(values, options) =>
        api.post(
          "sponsorship-package/save",
          bodyOf(values, { eventId: event.id, packageId: edited?.id ?? null, currency }),
          options,
        )
      }
      fieldOfCode={{ inUse: "availableCount" }}
      fieldOfPath={{ "tickets.ticketId": "ticketId", "tickets.quantity": "ticketCount" }}
      onSaved={onSaved}
    >
      <TextInput label="Name" required maxLength={200} {...form.getInputProps("name")} />
      <MoneyField label="Price" required currency={currency} {...form.getInputProps("price")} />
      <TaxField
        rates={taxRates}
        chosenId={edited?.taxRateId ?? null}
        none="No tax"
        {...form.getInputProps("taxRateId")}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps("description")}
      />
      <Lines
        label="What the sponsor gets"
        description="Lines that are not ticked are shown as not included, so that packages can be compared."
        count={features.length}
        addLabel="Add a line"
        onAdd={() => form.insertListItem("features", { text: "", included: true })}
        onRemove={(index) => form.removeListItem("features", index)}
      >
        {(index) => (
          <>
            <TextInput
              aria-label={`Line ${index + 1}`}
              placeholder="Logo on the stage"
              maxLength={300}
              {...form.getInputProps(`features.${index}.text`)}
            />
            <Checkbox
              className={classes.included}
              label="Included"
              aria-label={`Line ${index + 1} is included`}
              {...form.getInputProps(`features.${index}.included`, { type: "checkbox" })}
            />
          </>
        )}
      </Lines>
      <TextInput
        label="How many there are"
        inputMode="numeric"
        autoComplete="off"
        description={limitHint(sold, held)}
        {...form.getInputProps("availableCount")}
      />
      {tickets.length > 0 && (
        <NativeSelect
          label="Tickets it contains"
          description="Their places are held and sold with the package, at its price. The sponsor enters the guests’ names."
          data={[
            { value: "", label: "None" },
            ...tickets.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          {...form.getInputProps("ticketId")}
        />
      )}
      {ticketId !== "" && (
        <TextInput
          label="Number of tickets"
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("ticketCount")}
        />
      )}
      <Switch label="Active: it is offered" {...form.getInputProps("isActive", { type: "checkbox" })} />
    </StaffForm>
  );
}

function limitHint(sold: number, held: number): string {
  const takenTexts = [sold > 0 && `${sold} sold`, held > 0 && `${held} held while being paid`].filter(
    Boolean,
  );
  return ["Empty: no limit.", takenTexts.length > 0 && `${takenTexts.join(", ")}.`].filter(Boolean).join(" ");
}

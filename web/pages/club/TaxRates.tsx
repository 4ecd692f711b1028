import { Button, Switch, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { formatPercent } from "../../../contract/rules/money/money.ts";
import type { ClubTaxRate } from "../../../contract/shapes/money/taxRate.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { readerDayText } from "../../words/readerTime.ts";
import { clubOfPage } from "./clubOfPage.ts";
import { bodyOf, problemsOf, type TaxRateValues, valuesOf } from "./taxRateForm.ts";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const clubId = clubOfPage(params.clubId);
  const options = { signal: request.signal };
  const [club, rates] = await Promise.all([
    apiFrom(context).get("club/getClub", { clubId }, options),
    apiFrom(context).get("taxRate/getByClubId", { clubId }, options),
  ]);
  return { club, rates };
}

export function Component() {
  const { club, rates } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [rateToEdit, setRateToEdit] = useState<ClubTaxRate | "new" | null>(null);
  const [rateToRemove, setRateToRemove] = useState<ClubTaxRate | null>(null);
  const list = useRef<HTMLDivElement>(null);

  async function remove({ id }: ClubTaxRate): Promise<void> {
    const reply = await api.post("taxRate/remove", { taxRateId: id }, { suppressFailure: true });
    if (reply === undefined) return;
    setRateToRemove(null);
    await revalidate();
    // The button that opened the dialog is gone with its row.
    list.current?.focus();
  }

  return (
    <StaffPage
      title="Tax rates"
      lead="For tickets, extras and packages with another tax than the event’s, such as dinner. You choose the rate in the form of each ticket, extra or package."
      crumbs={[{ label: club.name, to: paths.clubEdit(club.id) }]}
      actions={<Button onClick={() => setRateToEdit("new")}>Add a tax rate</Button>}
    >
      <div ref={list} tabIndex={-1}>
        {rates.length === 0 ? (
          <EmptyState title="No tax rates yet">
            Everything has the tax of its event. Add a rate if something has another tax.
          </EmptyState>
        ) : (
          <StaffTable
            label="Tax rates"
            rows={rates}
            columns={[
              { key: "name", title: "Name", onCard: "head", render: ({ name }) => name },
              { key: "percent", title: "Rate", render: ({ percent }) => formatPercent(percent) },
              {
                key: "validFrom",
                title: "Valid from",
                noWrap: true,
                render: ({ validFrom }) => (validFrom === null ? "No start date" : readerDayText(validFrom)),
              },
              {
                key: "isActive",
                title: "Active",
                render: ({ isActive }) => (isActive ? "Yes" : "No"),
              },
              {
                key: "actions",
                title: "Actions",
                heading: <span className="visuallyHidden">Actions</span>,
                isRightAligned: true,
                render: (rate) => (
                  // In one element, or the second button would be below the label on a phone.
                  <div>
                    <Button
                      variant="default"
                      aria-label={`Edit the tax rate ${rate.name}`}
                      onClick={() => setRateToEdit(rate)}
                    >
                      Edit
                    </Button>{" "}
                    <Button
                      variant="subtle"
                      color="red"
                      aria-label={`Delete the tax rate ${rate.name}`}
                      onClick={() => setRateToRemove(rate)}
                    >
                      Delete
                    </Button>
                  </div>
                ),
              },
            ]}
          />
        )}
      </div>
      <Panel
        isOpen={rateToEdit !== null}
        title={rateToEdit === "new" ? "New tax rate" : "Edit the tax rate"}
        onClose={() => setRateToEdit(null)}
      >
        {rateToEdit !== null && (
          <TaxRateForm
            clubId={club.id}
            rate={rateToEdit === "new" ? null : rateToEdit}
            onSaved={() => {
              setRateToEdit(null);
              return revalidate();
            }}
          />
        )}
      </Panel>
      <ConfirmDialog
        isOpen={rateToRemove !== null}
        title={`Delete the tax rate ${rateToRemove?.name ?? ""}?`}
        confirmLabel="Delete the tax rate"
        onConfirm={() => remove(rateToRemove!)}
        onCancel={() => setRateToRemove(null)}
      >
        Orders keep the tax that they were sold with. A rate that is used by something on sale cannot be
        deleted; make it inactive instead.
      </ConfirmDialog>
    </StaffPage>
  );
}

function TaxRateForm({
  clubId,
  rate,
  onSaved,
}: {
  clubId: number;
  rate: ClubTaxRate | null;
  onSaved: () => Promise<void>;
}) {
  const form = useStaffForm<TaxRateValues>({
    initialValues: valuesOf(rate, deviceZone),
    validate: problemsOf,
  });
  return (
    <StaffForm
      form={form}
      label="Tax rate"
      buttons={[{ label: rate === null ? "Add the tax rate" : "Save the tax rate" }]}
      save={(values, options) =>
        api.post("taxRate/save", bodyOf(values, { clubId, rate, timeZone: deviceZone }), options)
      }
      onSaved={onSaved}
    >
      <TextInput
        label="Name"
        description="Buyers read it beside the amount, on the order and on the receipt."
        required
        maxLength={60}
        placeholder="Food"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Percent"
        description="A change applies to new orders only."
        required
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span aria-hidden="true">%</span>}
        {...form.getInputProps("percent")}
      />
      <TextInput
        label="Valid from"
        description="Before this day the tax of the event is charged. Empty: the rate is valid already."
        type="date"
        // No year with more than four digits, as in DateTimeField.
        max="9999-12-31"
        {...form.getInputProps("validFrom")}
      />
      <Switch
        label="Active: it can be chosen"
        description="Tickets, extras and packages with an inactive rate keep it."
        {...form.getInputProps("isActive", { type: "checkbox" })}
      />
    </StaffForm>
  );
}

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

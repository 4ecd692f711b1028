import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { tillWords } from "../../../contract/rules/closing/closingWords.ts";
import type { EventClosing } from "../../../contract/shapes/money/closing.ts";
import { api } from "../../api/browser.ts";
import { MoneyField } from "../../forms/MoneyField.tsx";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { session } from "../../stores/session.ts";
import classes from "./Closing.module.css";
import {
  bodyOf,
  type ClosingValues,
  countedIn,
  fieldsOfPaths,
  problemsOf,
  typedOf,
  valuesOf,
  withTillsOf,
} from "./closingForm.ts";
import { differenceText, moneyIn } from "./closingMoney.ts";

interface SignFormProps {
  eventId: number;
  closing: EventClosing;
  onOutdated: () => Promise<void>;
}

export function SignForm({ eventId, closing, onOutdated }: SignFormProps) {
  const { figures, seen } = closing;
  const { currency, tills } = figures;
  const money = moneyIn(currency);
  // The page is rendered only in the browser (web/paths.ts), which has the session.
  const ownName = session.get()?.currentUser.fullName ?? "";
  const form = useStaffForm<ClosingValues>({
    initialValues: { ...valuesOf(closing), signedName: ownName },
    validate: (values) => problemsOf(values, currency),
  });
  const tillNames = tills.map(({ till }) => till).join(" ");
  const [shownTills, setShownTills] = useState(tillNames);
  // A reload may bring other tills.
  if (shownTills !== tillNames) {
    setShownTills(tillNames);
    form.setValues(withTillsOf(form.getValues(), closing));
  }
  const typedValues = form.getValues();
  return (
    <StaffForm
      form={form}
      label="Sign the figures"
      buttons={[{ label: "Sign these figures" }]}
      save={(values, options) =>
        api.post("event/signClosing", bodyOf(values, { eventId, seen, currency }), options)
      }
      // Shows the new figures before the next attempt.
      onRefused={({ code }) => (code === "amountMismatch" ? onOutdated() : undefined)}
      onSaved={() => {
        form.setFieldValue("signedName", ownName);
        form.setFieldValue("note", "");
        return onOutdated();
      }}
      fieldOfPath={fieldsOfPaths(typedValues)}
      typedOf={typedOf}
    >
      <section className={classes.part} aria-labelledby="closing-tills">
        <h2 id="closing-tills">Cash in the tills</h2>
        {tills.length === 0 ? (
          <p>No cash was received, so there is nothing to count.</p>
        ) : (
          <p>
            Count each till, without the cash that was in it at the start. A till that you leave empty is
            signed as not counted.
          </p>
        )}
        <div className={classes.tills}>
          {tills.map((till, index) => {
            const counted = countedIn(typedValues.tills[index]?.counted ?? "", currency);
            const difference = counted === null ? null : counted - till.expected;
            return (
              <fieldset key={till.till} className={classes.till}>
                <legend>{tillWords(till)}</legend>
                <dl className={classes.expected}>
                  <dt>Cash received</dt>
                  <dd>{money(till.taken)}</dd>
                  <dt>Refunded</dt>
                  <dd>{money(till.givenBack)}</dd>
                  <dt>Expected</dt>
                  <dd>
                    <strong>{money(till.expected)}</strong>
                  </dd>
                  <dt>Difference</dt>
                  <dd data-off={(difference !== null && difference !== 0) || undefined}>
                    <span role="status">
                      {difference === null ? "not counted" : differenceText(difference, currency)}
                    </span>
                  </dd>
                  {till.terminal !== 0 && (
                    <>
                      <dt>Card terminal</dt>
                      <dd>{money(till.terminal)}</dd>
                    </>
                  )}
                </dl>
                <MoneyField
                  label="Counted"
                  currency={currency}
                  {...form.getInputProps(`tills.${index}.counted`)}
                />
                <TextInput
                  label="Note"
                  maxLength={500}
                  autoComplete="off"
                  {...form.getInputProps(`tills.${index}.note`)}
                />
              </fieldset>
            );
          })}
        </div>
      </section>
      <section className={classes.part} aria-labelledby="closing-sign">
        <h2 id="closing-sign">Sign</h2>
        <p>
          Your name, your account, the time and all figures above are kept as they are now. If you sign again
          later, that is a new version.
        </p>
        <div className={classes.sign}>
          <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps("note")} />
          <TextInput
            label="Your name"
            required
            maxLength={200}
            autoComplete="name"
            {...form.getInputProps("signedName")}
          />
        </div>
      </section>
    </StaffForm>
  );
}

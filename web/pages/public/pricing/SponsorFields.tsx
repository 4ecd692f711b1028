import { LabelledField } from "../../../ui/LabelledField.tsx";
import classes from "./Support.module.css";
import { mayBeNamed, type SupportProblems, type SupportValues } from "./supportForm.ts";

interface SponsorFieldsProps {
  values: SupportValues;
  problems: SupportProblems;
  /** Whether the event's page lists sponsors. */
  isShown: boolean;
  onChange: (part: Partial<SupportValues>) => void;
}

export function SponsorFields({ values, problems, isShown, onChange }: SponsorFieldsProps) {
  return (
    <section className={classes.fields} aria-labelledby="who-gives">
      <h2 id="who-gives">Your details</h2>
      <div className={classes.pair}>
        <LabelledField
          id="name"
          label="Full name"
          value={values.name}
          autoComplete="name"
          maxLength={200}
          problem={problems.name}
          onChange={(name) => onChange({ name })}
        />
        <LabelledField
          id="email"
          label="E-mail"
          type="email"
          value={values.email}
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          hint="We mail the receipt there."
          problem={problems.email}
          onChange={(email) => onChange({ email })}
        />
        <LabelledField
          id="organization"
          label="Organisation"
          optional
          value={values.organization}
          autoComplete="organization"
          maxLength={200}
          problem={problems.organization}
          onChange={(organization) => onChange({ organization })}
        />
        <LabelledField
          id="phone"
          label="Phone"
          optional
          type="tel"
          value={values.phone}
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          problem={problems.phone}
          onChange={(phone) => onChange({ phone })}
        />
      </div>
      <LabelledField
        id="message"
        label="A message to the club"
        optional
        multiline
        value={values.message}
        maxLength={1000}
        problem={problems.message}
        onChange={(message) => onChange({ message })}
      />
      <div className={classes.agree}>
        <input
          type="checkbox"
          id="is-public"
          name="isPublic"
          aria-describedby="is-public-hint"
          checked={mayBeNamed(values)}
          onChange={({ currentTarget }) => onChange({ isPublic: currentTarget.checked })}
        />
        <label htmlFor="is-public">
          {isShown ? "Show my name on the event’s page" : "The club may show my name on the event’s page"}
        </label>
        <small id="is-public-hint">
          The page shows your organisation, or your name if you enter none. You can add a logo on the next
          page. Your address, message and amount are never shown.
        </small>
      </div>
    </section>
  );
}

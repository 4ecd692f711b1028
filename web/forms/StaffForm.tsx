/**
 * The shell of a staff form. Invariants: while a save is running, no second one begins. A save keeps its
 * Idempotency-Key until the values or the button change or it succeeds. A refusal is shown at its fields, if it has
 * any, and the first wrong field gets the focus. The page asks before unsaved changes are lost (leaving.tsx).
 */
import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { Code } from "../../contract/endpoint.ts";
import { filledText } from "../act/filledText.ts";
import { useAct } from "../act/useAct.ts";
import { type ApiError, isRefusal } from "../api/apiError.ts";
import type { CallOptions } from "../api/client.ts";
import { notify } from "../stores/snackbars.ts";
import { useLeaving } from "../ui/leaving.tsx";
import { dateProblems, dateProblemText } from "./dateProblems.ts";
import { checkFieldsText, checkFieldsWords, refusalOf } from "./refusal.ts";
import classes from "./StaffForm.module.css";
import type { StaffFormState } from "./useStaffForm.ts";

/** A save button. A form may have several: an event can be published or saved as a draft. */
export interface SaveButton {
  /** "Save ticket". */
  label: string;
  /** Passed to `save`. Default: the label. */
  intent?: string;
  /** The page has a more important button. */
  isSecondary?: boolean;
}

interface StaffFormProps<V extends Record<string, unknown>, R> {
  form: StaffFormState<V>;
  /** The form's name for screen readers: "Ticket". */
  label: string;
  /** Enter presses the first. */
  buttons: readonly [SaveButton, ...SaveButton[]];
  /** Makes the call with these options. Undefined if the session has ended (web/api/client.ts). */
  save: (values: V, options: CallOptions, intent: string) => Promise<R | undefined>;
  /** Shown after a save: "Saved." Only for a call to which the server sends no message. */
  savedWords?: string | ((intent: string) => string);
  /** Called after the save. */
  onSaved: (saved: R, intent: string) => void | Promise<void>;
  /**
   * Called after a refusal, to fetch the page's data again, which may be outdated. Not called after a lost answer or a
   * server error: fetching might fail too, and then the page would be replaced and the form lost.
   */
  onRefused?: (refusal: ApiError) => void | Promise<void>;
  /** The fields of refusals that come without a field: `{ slugTaken: "slug" }`. */
  fieldOfCode?: Partial<Record<Code, string>>;
  /** The form's path for a path of the request, if they differ. */
  fieldOfPath?: Readonly<Record<string, string>>;
  /** Why saving is not possible. The save buttons are disabled, and this is shown unless another problem is. */
  refusedBecause?: string | null;
  /** Further buttons at the end of the row. */
  actions?: ReactNode;
  children: ReactNode;
}

export function StaffForm<V extends Record<string, unknown>, R>(props: StaffFormProps<V, R>) {
  const { form, label, buttons, save, onSaved, fieldOfCode, fieldOfPath, refusedBecause = null } = props;
  const formElement = useRef<HTMLFormElement>(null);
  const { underWay, problem, setProblem, keys, run } = useAct();
  const savedText = useRef(filledText(form.getValues()));
  const leaving = useLeaving();
  const { getValues } = form;
  const latestGetValues = useRef(getValues);
  latestGetValues.current = getValues;
  useEffect(
    () => leaving.watch(() => filledText(latestGetValues.current()) !== savedText.current),
    [leaving],
  );

  // The message about marked fields disappears when no field is marked any more.
  const markedCount = Object.values(form.errors).filter(Boolean).length;
  const fieldsProblem = markedCount === 0 ? null : checkFieldsWords(markedCount);
  const shownProblem = (problem === checkFieldsText ? fieldsProblem : problem) ?? refusedBecause;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (underWay !== null || refusedBecause !== null) return;
    const submitter = event.nativeEvent.submitter;
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : intentOf(buttons[0]);
    // `validate` is synchronous, because the rules are pure functions (useStaffForm.ts).
    const fieldErrors = flushSync(() => {
      const errors = validateForm(form, formElement.current);
      if (Object.keys(errors).length > 0) setProblem(checkFieldsText);
      return errors;
    });
    if (Object.keys(fieldErrors).length > 0) {
      focusFirstInvalid(formElement.current);
      return;
    }
    const sentValues = form.getValues();
    const sentText = filledText(sentValues);
    async function saveOnce(): Promise<void> {
      // Not `keys.send`: the key stays the same after a refusal, because `save` may have saved a part by then.
      const idempotencyKey = keys.keyFor([intent, sentValues]);
      const result = await save(sentValues, { idempotencyKey, suppressFailure: true }, intent);
      if (result === undefined) return;
      savedText.current = sentText;
      keys.renew();
      const isUnchanged = filledText(form.getValues()) === sentText;
      const words = typeof props.savedWords === "function" ? props.savedWords(intent) : props.savedWords;
      const afterSave = onSaved(result, intent);
      // Values that `onSaved` wrote are not unsaved changes.
      if (isUnchanged) savedText.current = filledText(form.getValues());
      await afterSave;
      // Not shown earlier: a user who reads it may press a button, and until then the buttons do nothing.
      if (words !== undefined) notify({ text: words, color: "success" });
    }
    async function showRefusal(error: ApiError): Promise<string> {
      if (isRefusal(error)) await props.onRefused?.(error);
      const { fields, text } = refusalOf(error, { values: sentValues, fieldOfCode, fieldOfPath });
      flushSync(() => form.setErrors(fields));
      if (Object.keys(fields).length > 0) focusFirstInvalid(formElement.current);
      return text;
    }
    void run(saveOnce, { name: intent, refused: showRefusal });
  }

  // The value of an incomplete date is "" already, so clearing it is no change, and its mark would stay. Not at blur: a
  // message that disappears while Save is being pressed would move the button away.
  function unmarkClearedDate({ target }: KeyboardEvent<HTMLFormElement>): void {
    if (!(target instanceof HTMLInputElement) || form.errors[target.name] !== dateProblemText) return;
    if (dateProblems([target])[target.name] === undefined) form.clearFieldError(target.name);
  }

  return (
    <form
      ref={formElement}
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyUp={unmarkClearedDate}
    >
      {props.children}
      {shownProblem !== null && (
        <p className={classes.refusal} role="alert">
          {shownProblem}
        </p>
      )}
      <div className={classes.buttons}>
        {buttons.map((button, index) => (
          <Button
            key={intentOf(button)}
            type="submit"
            value={intentOf(button)}
            variant={index === 0 && !button.isSecondary ? "filled" : "default"}
            disabled={refusedBecause !== null}
            aria-busy={underWay === intentOf(button)}
          >
            {underWay === intentOf(button) ? "Saving…" : button.label}
          </Button>
        ))}
        {props.actions}
      </div>
    </form>
  );
}

/** Shows the errors at their fields and returns them. */
function validateForm<V extends Record<string, unknown>>(
  form: StaffFormState<V>,
  element: HTMLFormElement | null,
): object {
  const validation: { errors: object } | Promise<unknown> = form.validate();
  const dates = element?.querySelectorAll<HTMLInputElement>('input[type^="date"]') ?? [];
  const errors = { ...dateProblems(dates), ...("errors" in validation && validation.errors) };
  form.setErrors(errors);
  return errors;
}

function intentOf({ intent, label }: SaveButton): string {
  return intent ?? label;
}

/** Call it after the errors are rendered. It opens folded sections with an error. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalidFields = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
  for (const field of invalidFields) {
    const section = field.closest("details");
    if (section !== null) section.open = true;
  }
  invalidFields[0]?.focus();
}

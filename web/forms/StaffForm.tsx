/** The Idempotency-Key stays the same until a save succeeds, or the values or the pressed button change. */
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

export interface SaveButton {
  label: string;
  /** Passed to `save`. Default: the label. */
  intent?: string;
  /** The page has a more important button. */
  isSecondary?: boolean;
}

interface StaffFormProps<V extends Record<string, unknown>, R> {
  form: StaffFormState<V>;
  /** For screen readers. */
  label: string;
  /** Enter presses the first one. */
  buttons: readonly [SaveButton, ...SaveButton[]];
  /** Resolves to undefined if the session has ended. */
  save: (values: V, options: CallOptions, intent: string) => Promise<R | undefined>;
  /** Only for a call to which the server sends no message. */
  savedWords?: string | ((intent: string) => string);
  onSaved: (saved: R, intent: string) => void | Promise<void>;
  /**
   * Called after a refusal, to fetch the page's data again. Not called after a lost answer or a server error: fetching
   * might fail too, and then the form would be lost.
   */
  onRefused?: (refusal: ApiError) => void | Promise<void>;
  /** The field that shows a refusal with this code: `{ slugTaken: "slug" }`. */
  fieldOfCode?: Partial<Record<Code, string>>;
  /** The form's path for a path of the request, if they differ. */
  fieldOfPath?: Readonly<Record<string, string>>;
  /** The part of the values whose change is unsaved work. Default: all. */
  typedOf?: (values: V) => unknown;
  /** Why saving is not possible; disables the save buttons. */
  refusedBecause?: string | null;
  actions?: ReactNode;
  children: ReactNode;
}

export function StaffForm<V extends Record<string, unknown>, R>(props: StaffFormProps<V, R>) {
  const { form, label, buttons, save, onSaved, fieldOfCode, fieldOfPath, refusedBecause = null } = props;
  const formElement = useRef<HTMLFormElement>(null);
  const { underWay, problem, setProblem, keys, run } = useAct();
  const textOf = (values: V) => filledText(props.typedOf?.(values) ?? values);
  const currentText = () => textOf(form.getValues());
  const savedText = useRef(currentText());
  const leaving = useLeaving();
  const latestText = useRef(currentText);
  latestText.current = currentText;
  useEffect(() => leaving.watch(() => latestText.current() !== savedText.current), [leaving]);

  const markedCount = Object.values(form.errors).filter(Boolean).length;
  const fieldsProblem = markedCount === 0 ? null : checkFieldsWords(markedCount);
  const shownProblem = (problem === checkFieldsText ? fieldsProblem : problem) ?? refusedBecause;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (underWay !== null || refusedBecause !== null) return;
    const submitter = event.nativeEvent.submitter;
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : intentOf(buttons[0]);
    // The errors must be rendered before the focus moves.
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
    const sentText = textOf(sentValues);
    async function saveOnce(): Promise<void> {
      // Not `keys.send`: the key must survive a refusal, because `save` may have saved a part.
      const idempotencyKey = keys.keyFor([intent, sentValues]);
      const result = await save(sentValues, { idempotencyKey, suppressFailure: true }, intent);
      if (result === undefined) return;
      savedText.current = sentText;
      keys.renew();
      const isUnchanged = currentText() === sentText;
      const words = typeof props.savedWords === "function" ? props.savedWords(intent) : props.savedWords;
      const afterSave = onSaved(result, intent);
      // Values that `onSaved` wrote are not unsaved changes.
      if (isUnchanged) savedText.current = currentText();
      await afterSave;
      // Not earlier: a user who reads it may press a button, which would do nothing yet.
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

  // An incomplete date has the value "" already, so clearing it fires no change, and its mark would stay. Not at blur:
  // the disappearing message would move the button that is being pressed.
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

function validateForm<V extends Record<string, unknown>>(
  form: StaffFormState<V>,
  element: HTMLFormElement | null,
): object {
  // Mantine's type allows a promise, but our `validate` is synchronous (useStaffForm.ts).
  const validation: { errors: object } | Promise<unknown> = form.validate();
  const dates = element?.querySelectorAll<HTMLInputElement>('input[type^="date"]') ?? [];
  const errors = { ...dateProblems(dates), ...("errors" in validation && validation.errors) };
  form.setErrors(errors);
  return errors;
}

function intentOf({ intent, label }: SaveButton): string {
  return intent ?? label;
}

/** Call it after the errors are rendered. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalidFields = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
  for (const field of invalidFields) {
    const section = field.closest("details");
    if (section !== null) section.open = true;
  }
  invalidFields[0]?.focus();
}

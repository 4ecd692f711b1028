/**
 * The state of a form around signing in. What is sent is sent once, however often the button is pressed; what is wrong
 * stands at its field, and the first wrong field has the focus.
 */
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, problemsByField } from "../../api/apiError.ts";
import { submissionKeys } from "../../forms/filledForm.ts";
import { typedText } from "../../lib/typedText.ts";

/** What was typed into a field. */
export type Typed = (name: string) => string;

interface AuthFormParts {
  /** What is wrong, by field, as sentences. */
  check?: (typed: Typed) => Record<string, string>;
  /** Sends it; what the server refuses is thrown, and shown here. */
  send: (typed: Typed, idempotencyKey: string) => Promise<void>;
  /** The field of a refusal that names none, or null. */
  fieldOf?: (error: ApiError) => string | null;
}

export interface AuthForm {
  isBusy: boolean;
  /** By field. */
  problems: Record<string, string>;
  /** What is wrong with the whole, or null. */
  refusal: string | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

export function useAuthForm({ check, send, fieldOf }: AuthFormParts): AuthForm {
  const isUnderWay = useRef(false);
  const [keys] = useState(() => submissionKeys());
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  function show(form: HTMLFormElement, found: Record<string, string>, text: string | null): void {
    flushSync(() => {
      setProblems(found);
      setRefusal(text);
    });
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (isUnderWay.current) return;
    const data = new FormData(form);
    const typed: Typed = (name) => typedText(data, name);
    const found = check?.(typed) ?? {};
    show(form, found, null);
    if (Object.keys(found).length > 0) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await send(typed, keys.keyFor(JSON.stringify([...data])));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const atFields = problemsByField(error);
      const field = fieldOf?.(error) ?? null;
      if (field !== null) atFields[field] = error.msg;
      const isPlaced = Object.keys(atFields).some((name) => form.elements.namedItem(name) !== null);
      show(form, atFields, isPlaced ? null : error.msg);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }

  return {
    isBusy,
    problems,
    refusal,
    submit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

/** The field for an event's address. Until one is typed, the address is made from the event's name. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { slugFrom } from "../../../../contract/rules/slug.ts";
import { api } from "../../../api/browser.ts";
import classes from "./EventForm.module.css";

interface SlugFieldProps extends Omit<TextInputProps, "onChange"> {
  value?: string;
  onChange?: (slug: string) => void;
  eventName: string;
  /** Null until the event is saved. */
  eventId: number | null;
  savedSlug: string | undefined;
}

interface SlugCheck {
  checkedText: string;
  slug: string;
  isFree: boolean;
  problem: "taken" | "reserved" | "empty" | null;
  suggestion: string;
}

const debounceMs = 300;

const problemWords = {
  taken: "This address is taken.",
  reserved: "This address is reserved for a page of this site.",
  empty: "This address needs letters or digits.",
};

export function SlugField({ value = "", onChange, eventName, eventId, savedSlug, ...input }: SlugFieldProps) {
  const [check, setCheck] = useState<SlugCheck | null>(null);
  const isCheckShown = value !== "" && value !== savedSlug;
  const text = (value === "" ? eventName : value).slice(0, 200);
  useEffect(() => {
    if (text.trim() === "") return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = { slug: text, ...(eventId !== null && { eventId }) };
      api
        .get("event/checkSlug", query, { signal: abort.signal, suppressToasts: true })
        .then((result) => result && setCheck({ checkedText: text, ...result }))
        // A failed check is ignored, because saving checks the address again.
        .catch(() => {});
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, eventId]);
  const currentCheck = check?.checkedText === text ? check : null;
  // Only the server can transliterate other scripts. Until it answers, its last answer is shown.
  const slugNow = currentCheck?.slug ?? (isAscii(text) ? slugFrom(text) : (check?.slug ?? ""));
  const isSuggested = currentCheck?.isFree === false && value === "";
  const address = text.trim() === "" ? "" : isSuggested ? currentCheck.suggestion : slugNow;
  return (
    <>
      <TextInput
        label="Address of the event page"
        placeholder={value === "" ? address : ""}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        description={`${location.host}/${address}`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        {...input}
        onBlur={(blurEvent) => {
          input.onBlur?.(blurEvent);
          const isKnown = isAscii(value) || currentCheck !== null;
          // Report only a changed value: `onChange` clears the message, and then the button below moves.
          if (value !== "" && value !== slugNow && isKnown) onChange?.(slugNow);
        }}
      />
      <p className={classes.slugVerdict} role="status">
        {currentCheck !== null && isCheckShown && currentCheck.isFree && "This address is available."}
        {currentCheck !== null && isCheckShown && !currentCheck.isFree && (
          <>
            {problemWords[currentCheck.problem ?? "taken"]}{" "}
            {currentCheck.suggestion !== "" && (
              <button type="button" onClick={() => onChange?.(currentCheck.suggestion)}>
                Use {currentCheck.suggestion}
              </button>
            )}
          </>
        )}
      </p>
    </>
  );
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

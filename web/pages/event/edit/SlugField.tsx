/** The address of an event: made from its name until an address is typed, and checked while typing. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { slugFrom } from "../../../../contract/rules/slug.ts";
import { api } from "../../../api/browser.ts";
import classes from "./EventForm.module.css";

interface SlugFieldProps extends Omit<TextInputProps, "onChange"> {
  value?: string;
  onChange?: (slug: string) => void;
  /** The name from which the address is made until an address is typed. */
  eventName: string;
  /** The edited event, which may use its own addresses. Null for a new event. */
  event: { id: number; slug: string } | null;
}

interface SlugCheck {
  checkedSlug: string;
  slug: string;
  isFree: boolean;
  problem: "taken" | "reserved" | "empty" | null;
  suggestion: string;
}

const debounceMs = 300;

export function SlugField({ value = "", onChange, eventName, event, ...input }: SlugFieldProps) {
  const [verdict, setVerdict] = useState<SlugCheck | null>(null);
  const eventId = event?.id;
  const isVerdictShown = value !== "" && value !== event?.slug;
  const slugToCheck = slugFrom(value === "" ? eventName : value);
  useEffect(() => {
    if (slugToCheck === "") return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = { slug: slugToCheck, ...(eventId !== undefined && { eventId }) };
      api
        .get("event/checkSlug", query, { signal: abort.signal, suppressToasts: true })
        .then((result) => result && setVerdict({ checkedSlug: slugToCheck, ...result }))
        // Saving checks the address again, so a failed check loses nothing.
        .catch(() => {});
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [slugToCheck, eventId]);
  const currentVerdict = verdict?.checkedSlug === slugToCheck ? verdict : null;
  return (
    <>
      <TextInput
        label="Address of its page"
        placeholder={slugFrom(eventName)}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        description={`${location.host}/${currentVerdict?.isFree === false && value === "" ? currentVerdict.suggestion : slugToCheck}`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        onBlur={() => value !== "" && onChange?.(slugFrom(value))}
        {...input}
      />
      <p className={classes.slugVerdict} role="status">
        {currentVerdict !== null && isVerdictShown && currentVerdict.isFree && "This address is free."}
        {currentVerdict !== null && isVerdictShown && !currentVerdict.isFree && (
          <>
            {currentVerdict.problem === "reserved"
              ? "This address is reserved for a page of this site."
              : "This address is taken."}{" "}
            {currentVerdict.suggestion !== "" && (
              <button type="button" onClick={() => onChange?.(currentVerdict.suggestion)}>
                Use {currentVerdict.suggestion}
              </button>
            )}
          </>
        )}
      </p>
    </>
  );
}

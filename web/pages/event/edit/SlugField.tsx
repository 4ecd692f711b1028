/** The address of an event: made from its name until one is typed, and checked while typing. */
import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { slugFrom } from "../../../../contract/rules/slug.ts";
import { api } from "../../../api/browser.ts";
import classes from "./EventForm.module.css";

interface SlugFieldProps extends Omit<TextInputProps, "onChange"> {
  value?: string;
  onChange?: (slug: string) => void;
  /** The name that gives the address until one is typed. */
  eventName: string;
  /** The edited event, whose own addresses are free for it. Null for a new one. */
  event: { id: number; slug: string } | null;
}

interface Verdict {
  asked: string;
  slug: string;
  isFree: boolean;
  problem: "taken" | "reserved" | "empty" | null;
  suggestion: string;
}

const restMs = 300;

export function SlugField({ value = "", onChange, eventName, event, ...input }: SlugFieldProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const eventId = event?.id;
  const isToBeTold = value !== "" && value !== event?.slug;
  const wanted = slugFrom(value === "" ? eventName : value);
  useEffect(() => {
    if (wanted === "") return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      const query = { slug: wanted, ...(eventId !== undefined && { eventId }) };
      api
        .get("event/checkSlug", query, { signal: control.signal, suppressToasts: true })
        .then((found) => found && setVerdict({ asked: wanted, ...found }))
        // Saving checks it again, so a failed check loses nothing.
        .catch(() => {});
    }, restMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [wanted, eventId]);
  const known = verdict?.asked === wanted ? verdict : null;
  return (
    <>
      <TextInput
        label="Address of its page"
        placeholder={slugFrom(eventName)}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        description={`${location.host}/${known?.isFree === false && value === "" ? known.suggestion : wanted}`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        onBlur={() => value !== "" && onChange?.(slugFrom(value))}
        {...input}
      />
      <p className={classes.slugVerdict} role="status">
        {known !== null && isToBeTold && known.isFree && "This address is free."}
        {known !== null && isToBeTold && !known.isFree && (
          <>
            {known.problem === "reserved"
              ? "This address is one of our own pages."
              : "This address is taken."}{" "}
            {known.suggestion !== "" && (
              <button type="button" onClick={() => onChange?.(known.suggestion)}>
                Use {known.suggestion}
              </button>
            )}
          </>
        )}
      </p>
    </>
  );
}

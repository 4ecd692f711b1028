/** A search as one types. */
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

interface SearchFieldProps {
  /** What is searched for. */
  typed: string;
  placeholder: string;
  className?: string | undefined;
  onChange: (text: string) => void;
}

// Between two letters of somebody who types; what was typed is asked for once they pause.
const pauseMs = 150;

export function SearchField({ typed, placeholder, className, onChange }: SearchFieldProps) {
  const [text, setText] = useState(typed);
  const [asked, setAsked] = useState(typed);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Whoever goes back to an earlier search finds it in the field.
  if (typed !== asked) {
    setAsked(typed);
    if (typed !== text.trim()) setText(typed);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      className={className}
      type="search"
      label="Search"
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          setAsked(value.trim());
          onChange(value.trim());
        }, pauseMs);
      }}
    />
  );
}

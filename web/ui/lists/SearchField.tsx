import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

interface SearchFieldProps {
  shownSearch: string;
  placeholder: string;
  className?: string | undefined;
  onChange: (text: string) => void;
}

// The search starts after this pause.
const pauseMs = 150;

export function SearchField({ shownSearch, placeholder, className, onChange }: SearchFieldProps) {
  const [text, setText] = useState(shownSearch);
  const [seen, setSeen] = useState(shownSearch);
  const [sent, setSent] = useState(shownSearch);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // During the pause, a filter may have changed. The search must not take it back.
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  // The field takes over a search that it has not sent, such as after Back. Its own search comes back late, when the
  // user may have typed more.
  if (shownSearch !== seen) {
    setSeen(shownSearch);
    if (shownSearch !== sent) {
      setSent(shownSearch);
      setText(shownSearch);
    }
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
          setSent(value.trim());
          latestOnChange.current(value.trim());
        }, pauseMs);
      }}
    />
  );
}

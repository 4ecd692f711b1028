/** Mantine's field does not set `aria-invalid`, which screen readers and the form's focus need. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput required {...props} {...(Boolean(props.error) && { "aria-invalid": true })} />;
}

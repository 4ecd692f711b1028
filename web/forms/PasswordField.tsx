/** A password. Mantine's field does not set `aria-invalid`, so it is set here for screen readers and for the focus. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} {...(Boolean(props.error) && { "aria-invalid": true })} />;
}

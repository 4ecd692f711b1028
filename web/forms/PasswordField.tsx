/** A required password. Sets `aria-invalid`, which Mantine's field does not, for screen readers and the focus. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput required {...props} {...(Boolean(props.error) && { "aria-invalid": true })} />;
}

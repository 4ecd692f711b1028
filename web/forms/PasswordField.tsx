/**
 * A required password. Sets `aria-invalid`, because Mantine's field does not: screen readers need it, and the form
 * moves the focus to the first field that has it.
 */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput required {...props} {...(Boolean(props.error) && { "aria-invalid": true })} />;
}

/** A password, which every form that has one requires. Mantine's field does not set `aria-invalid`, so it is set here for screen readers and for the focus. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput required {...props} {...(Boolean(props.error) && { "aria-invalid": true })} />;
}

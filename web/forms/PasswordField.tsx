/** A password. Mantine's own field does not say that it is wrong, so who hears the page, or looks for it, is told here. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} {...(Boolean(props.error) && { "aria-invalid": true })} />;
}

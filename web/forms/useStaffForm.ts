/** The values have the shape of the screen (STYLE.md). */
import { type UseFormReturnType, useForm } from "@mantine/form";

export type StaffFormState<V extends Record<string, unknown>> = UseFormReturnType<V>;

interface StaffFormParts<V> {
  initialValues: V;
  /** Messages by path. Pure. */
  validate?: (values: V) => Record<string, string>;
}

export function useStaffForm<V extends Record<string, unknown>>({
  initialValues,
  validate,
}: StaffFormParts<V>): StaffFormState<V> {
  return useForm<V>({
    initialValues,
    ...(validate && { validate }),
    // The browser autofills a field by its name.
    enhanceGetInputProps: ({ field }) => ({ name: String(field) }),
  });
}

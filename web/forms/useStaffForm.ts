/** The values of a staff form: texts as typed, switches and files, in the shape of the screen (STYLE.md). */
import { type UseFormReturnType, useForm } from "@mantine/form";

/** A form's state, for `<StaffForm form>` and `form.getInputProps("title")`. */
export type StaffFormState<V extends Record<string, unknown>> = UseFormReturnType<V>;

interface StaffFormParts<V> {
  initialValues: V;
  /** Messages by path, as sentences; empty if all is well. A pure function, tested beside the page. */
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

/** The values of a form of staff: texts as typed, switches and files, shaped like the screen (see STYLE.md). */
import { type UseFormReturnType, useForm } from "@mantine/form";

/** A form's state, for `<StaffForm form>` and `form.getInputProps("title")`. */
export type StaffFormState<V extends Record<string, unknown>> = UseFormReturnType<V>;

interface StaffFormParts<V> {
  initialValues: V;
  /** What is wrong, by path, as sentences; nothing when all is well. A pure function, tested beside the page. */
  validate?: (values: V) => Record<string, string>;
}

export function useStaffForm<V extends Record<string, unknown>>({
  initialValues,
  validate,
}: StaffFormParts<V>): StaffFormState<V> {
  return useForm<V>({
    initialValues,
    ...(validate && { validate }),
    // By its name a browser knows what it has filled into a field before.
    enhanceGetInputProps: ({ field }) => ({ name: String(field) }),
  });
}

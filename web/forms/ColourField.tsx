import { ColorInput, type ColorInputProps } from "@mantine/core";
import { palette } from "../theme/palette.ts";

export function ColourField(props: Omit<ColorInputProps, "format">) {
  return (
    <ColorInput
      format="hex"
      swatches={[
        palette.primary,
        palette.secondary,
        palette.success,
        palette.error,
        palette.info,
        "#8e5bb5",
        "#1f8a8a",
      ]}
      classNames={{ dropdown: "staffColours", colorPreview: "staffColour" }}
      // Opens above, because the error message is below.
      popoverProps={{ withinPortal: false, position: "top-start" }}
      // Typed text stays for the form to validate. On blur Mantine would put back the last valid colour.
      fixOnBlur={false}
      {...props}
    />
  );
}

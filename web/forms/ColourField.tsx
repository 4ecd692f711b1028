/** A colour as #rrggbb, by the picker or by typing; empty where none is chosen. */
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
      classNames={{ dropdown: "staffColours" }}
      // Above, for below stands what is wrong with the colour.
      popoverProps={{ withinPortal: false, position: "top-start" }}
      // What is typed stays: whether it is a colour the form says, and Mantine's own mending loses what came last.
      fixOnBlur={false}
      {...props}
    />
  );
}

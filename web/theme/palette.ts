/** The colours of docs/product.md §9. */
export const palette = {
  background: "#0e0e10",
  surface: "#1a1a1d",
  primary: "#c79f5a",
  secondary: "#2d568f",
  error: "#c94c4c",
  success: "#3a7d44",
  warning: "#e0a84c",
  info: "#4a90e2",
} as const;

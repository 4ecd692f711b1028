/** "12 are sold or held", or "1 of this ticket is sold or held" with `what`. */
export function takenText(taken: number, what = ""): string {
  return `${taken.toLocaleString("en-US")}${what} ${taken === 1 ? "is" : "are"} sold or held`;
}

/** A text or named values. The items of a list are named by their index. */
export type FormValue = string | FormTree;
/** Without a prototype, because a client may use any name. */
export interface FormTree {
  [name: string]: FormValue | undefined;
}

const emptyTree = (): FormTree => Object.create(null) as FormTree;

/** Parses a form of Stripe's SDK: `metadata[orderId]=7&expand[0]=latest_charge` becomes a tree. */
export function readForm(text: string): FormTree {
  const root = emptyTree();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll("]", "").split("[");
    const last = path.pop() ?? name;
    let tree = root;
    for (const step of path) {
      const next = tree[step];
      const branch = typeof next === "object" ? next : emptyTree();
      tree[step] = branch;
      tree = branch;
    }
    tree[last] = value;
  }
  return root;
}

/** The text at a path of a form; null if there is none. */
export function textAt(form: FormTree, ...path: string[]): string | null {
  let value: FormValue | undefined = form;
  for (const step of path) value = typeof value === "object" ? value[step] : undefined;
  return typeof value === "string" ? value : null;
}

/** The texts under a name. */
export function textsUnder(form: FormTree, name: string): Record<string, string> {
  const branch = form[name];
  if (typeof branch !== "object") return {};
  return Object.fromEntries(
    Object.entries(branch).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Finds features in code that are newer than the oldest supported browsers. */
import { parseAst } from "vite";
import { knownApis } from "./newerApis.ts";

const { newer, olderMembers } = knownApis();
/** Available only over https, which a club's own network may lack. */
const secureOnly = ["Crypto.randomUUID"];
const owners = new Set(newer.filter(({ member }) => member === null).map(({ owner }) => owner));
const newerMembers = new Set([...newer.map(({ owner, member }) => `${owner}.${member}`), ...secureOnly]);
/** Names that identify a member by themselves: those of several words, and those of arrays and strings. */
const distinctiveNames = new Set(
  newer.flatMap(({ owner, member, place }) =>
    member !== null &&
    place !== "static" &&
    !olderMembers.has(member) &&
    (/[a-z][A-Z]/.test(member) || hasDistinctiveNames(owner))
      ? [member]
      : [],
  ),
);
const singletons: Record<string, string> = {
  navigator: "Navigator",
  crypto: "Crypto",
  document: "Document",
  performance: "Performance",
  screen: "Screen",
  history: "History",
  location: "Location",
};

/**
 * The names in a script that some browser of the floor lacks: "AbortSignal.any", ".toSorted", "URLPattern". It cannot
 * see a one-word member of a value whose type the text does not show (`element.popover`).
 */
export function newerCallsIn(script: string): Set<string> {
  const found = new Set<string>();
  visit(parseAst(script), null, "");
  return found;

  function visit(node: unknown, parent: Node | null, place: string): void {
    if (Array.isArray(node)) for (const one of node) visit(one, parent, place);
    else if (isNode(node)) {
      note(node, parent, place);
      for (const [name, value] of Object.entries(node)) visit(value, node, name);
    }
  }

  function note(node: Node, parent: Node | null, place: string): void {
    if (node.type === "MemberExpression") {
      const member = node.computed === true ? literalOf(node.property) : nameOf(node.property);
      if (member === null) return;
      const object = nameOf(node.object) ?? nameOf(isNode(node.object) ? node.object.property : null) ?? "";
      const owner = singletons[object] ?? object;
      if (newerMembers.has(`${owner}.${member}`)) found.add(`${owner}.${member}`);
      else if (distinctiveNames.has(member)) found.add(`.${member}`);
    }
    const name = nameOf(node);
    const isProperty = place === "property" || (place === "key" && parent?.computed !== true);
    // Bundlers use such short names for variables.
    if (name !== null && name.length > 3 && owners.has(name) && !isProperty) found.add(name);
  }
}

interface Node {
  type: string;
  [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === "Identifier" && typeof node.name === "string" ? node.name : null;
}

function literalOf(node: unknown): string | null {
  return isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** Whether fields of other objects rarely have the names of its methods: `toSorted`, `isWellFormed`. */
function hasDistinctiveNames(owner: string): boolean {
  return ["Array", "String", "TypedArray"].includes(owner);
}

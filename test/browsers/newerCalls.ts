import { parseAst } from "vite";
import { knownApis } from "./newerApis.ts";

const { newer, olderMembers } = knownApis();
/** Available only over https, which a club's own network may lack. */
const secureOnly = ["Crypto.randomUUID"];
const owners = new Set(newer.filter(({ member }) => member === null).map(({ owner }) => owner));
const newerMembers = new Set([...newer.map(({ owner, member }) => `${owner}.${member}`), ...secureOnly]);
/** Names that identify a member by themselves. */
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
 * Finds the names in a script that some browser of the floor lacks. Misses most one-word members of a value whose type
 * the text does not show (`element.popover`).
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
    // Bundlers use names of up to three letters for variables.
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

/** Fields of other objects rarely have the names of these methods, such as `toSorted`. */
function hasDistinctiveNames(owner: string): boolean {
  return ["Array", "String", "TypedArray"].includes(owner);
}

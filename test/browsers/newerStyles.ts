import postcss from "postcss";
import { knownStyles } from "./newerApis.ts";

const { newer } = knownStyles();

/**
 * Finds the styles in a sheet that some browser of the floor lacks. Ignores the content of @supports, which is
 * conditional, and prefixed names.
 */
export function newerStylesIn(css: string): Set<string> {
  const found = new Set<string>();
  const addNewer = (...names: string[]) => {
    for (const name of names) if (newer.has(name)) found.add(name);
  };
  postcss.parse(css).walk((node) => {
    if (isInSupports(node)) return;
    if (node.type === "atrule") {
      addNewer(`@${node.name}`);
      for (const [, feature = ""] of node.params.matchAll(/\(\s*([a-z-]+)/g))
        addNewer(`@${node.name} ${feature}`);
    } else if (node.type === "rule") {
      for (const [, name = ""] of node.selector.matchAll(/::?([a-z][a-z-]*)/g)) addNewer(`:${name}`);
    } else if (node.type === "decl") {
      const value = withoutStrings(node.value);
      addNewer(...functionsIn(value));
      if (node.prop.startsWith("-") || hasPrefixedName(node)) return;
      addNewer(node.prop);
      for (const [word] of value.replace(/\([^()]*\)/g, " ").matchAll(/[a-z][a-z-]*/g))
        addNewer(`${node.prop}: ${word}`);
    }
  });
  return found;
}

/** The build writes the older, prefixed name beside the new one. */
function hasPrefixedName({ prop, parent }: postcss.Declaration): boolean {
  return parent?.nodes.some((one) => one.type === "decl" && one.prop === `-webkit-${prop}`) ?? false;
}

function functionsIn(value: string): string[] {
  return [...value.matchAll(/([a-z][a-z-]*)\(/g)].map(([, name = ""]) => `${name}()`);
}

function withoutStrings(value: string): string {
  return value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, " ");
}

function isInSupports(node: postcss.Node): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent as postcss.Container | undefined)
    if (above.type === "atrule" && (above as postcss.AtRule).name === "supports") return true;
  return false;
}

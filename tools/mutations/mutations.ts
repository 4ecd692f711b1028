import { parseSync } from "vite";

/** `replacement` replaces the text from `start` to `end`. */
export type Mutation = {
  start: number;
  end: number;
  replacement: string;
  /** Counted from 1. */
  line: number;
  /** As in "deletes the call". */
  what: string;
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const swappedOperators: Record<string, string> = {
  "&&": "||",
  "||": "&&",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};

/** Calls that users would not miss: messages to operators, and `unref`. */
const unneededCalls = /(^|\.)(log\.\w+|logger\.\w+|unref)$/;

/** Finds the mutations that a test should notice. */
export function mutationsOf(source: string, path: string): Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const mutations: Mutation[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const add = ({ start, end }: { start: number; end: number }, replacement: string, what: string) => {
    const line = source.slice(0, start).split("\n").length;
    mutations.push({ start, end, replacement, line, what });
  };

  function visit(node: Node, parent: Node | null): void {
    if (node.type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    const { test, consequent, alternate, left, right, operator } = node as Record<string, Node> & {
      operator?: string;
    };
    if (node.type === "ExpressionStatement") {
      const call = callIn(node.expression as Node);
      if (call !== null && !unneededCalls.test(textOf(call.callee as Node)))
        add(node, ";", "deletes the call");
    }
    if (node.type === "IfStatement") {
      if (!alternate && alwaysExits(consequent!)) add(node, ";", "removes the guard");
      else add(test!, `!(${textOf(test!)})`, "negates the condition");
    }
    if (node.type === "ConditionalExpression") add(test!, `!(${textOf(test!)})`, "negates the condition");
    if (
      (node.type === "LogicalExpression" || node.type === "BinaryExpression") &&
      operator! in swappedOperators
    ) {
      // Without parentheses, "??" cannot be mixed with "&&" and "||".
      const isLogical = node.type === "LogicalExpression";
      const parts = [left!, right!].map((part) => (isLogical ? `(${textOf(part)})` : textOf(part)));
      const words = `writes "${swappedOperators[operator!]}" in place of "${operator}"`;
      // A whole condition keeps its "===", because most conditions are also negated, which does the same.
      if (!isWholeTest(node, parent) || isLogical || /[<>]/.test(operator!))
        add(node, parts.join(` ${swappedOperators[operator!]} `), words);
    }
    if (isSetting(node, parent) && isNumber(node)) {
      // The factors of a product are no settings of their own.
      add(node, `(${textOf(node)}) * 10`, "makes the number ten times larger");
      return;
    }
    if (node.type === "Literal" && typeof node.value === "boolean" && parent?.type === "Property")
      add(node, String(!node.value), "negates the boolean");
    if (/Function/.test(node.type)) {
      const body = node.body as Node | null;
      const type = node.returnType ? textOf(node.returnType as Node) : "";
      if (body?.type === "BlockStatement" && /^: (void|Promise<void>)$/.test(type))
        if ((body.body as Node[]).length > 1)
          add({ start: body.start + 1, end: body.start + 1 }, " return;", "returns at once");
    }
    for (const child of childrenOf(node)) visit(child, node);
  }
  visit(program as unknown as Node, null);
  return mutations.sort((one, other) => one.start - other.start || one.end - other.end);
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node =>
    typeof value === "object" && value !== null && typeof (value as Node).type === "string";
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function callIn(expression: Node): Node | null {
  if (expression.type === "CallExpression") return expression;
  const isWrapped =
    expression.type === "AwaitExpression" ||
    (expression.type === "UnaryExpression" && expression.operator === "void");
  return isWrapped ? callIn(expression.argument as Node) : null;
}

function alwaysExits(consequent: Node): boolean {
  const last = consequent.type === "BlockStatement" ? (consequent.body as Node[]).at(-1) : consequent;
  return /^(Return|Throw|Continue|Break)Statement$/.test(last?.type ?? "");
}

function isWholeTest(node: Node, parent: Node | null): boolean {
  return parent !== null && (parent as Record<string, unknown>).test === node;
}

/** A setting: the first value of a constant or variable, or a field of an object. */
function isSetting(node: Node, parent: Node | null): boolean {
  if (parent?.type === "VariableDeclarator") return parent.init === node;
  return parent?.type === "Property" && parent.value === node;
}

/** A number above 1, or a product of such numbers. */
function isNumber(node: Node): boolean {
  if (node.type === "Literal") return typeof node.value === "number" && node.value > 1;
  return (
    node.type === "BinaryExpression" &&
    node.operator === "*" &&
    isNumber(node.left as Node) &&
    isNumber(node.right as Node)
  );
}

export function applyMutation(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

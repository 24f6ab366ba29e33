import {
  BASIC_FUNCTIONS,
  createFunctionImplementation,
  type FunctionImplementation,
  OpenUrlApi,
  RegexApi,
} from "@a2ui/web_core/v0_9";
import { safeHref } from "../components/markdown/links.ts";
import { matchesPattern } from "./matchesPattern.ts";

/** Number of actions of the user that run now. */
let runningActions = 0;

/** Runs what a user has asked for: only then a surface may open an address. */
export function runAction(action: () => void): void {
  runningActions += 1;
  try {
    action();
  } finally {
    runningActions -= 1;
  }
}

/** Returns the address of a link that a surface may offer; `undefined` unless it is one of the web. */
export function webAddress(url: unknown): string | undefined {
  const href = typeof url === "string" ? safeHref(url) : null;
  return href !== null && /^https?:/i.test(href) ? href : undefined;
}

/** A pattern that is not run counts as a match, because the agent checks the value as well. */
const regex = createFunctionImplementation(
  RegexApi,
  ({ value, pattern }) => matchesPattern(String(pattern), String(value ?? "")) ?? true,
);

const openUrl = createFunctionImplementation(OpenUrlApi, ({ url }) => {
  const address = webAddress(url);
  // A property may call any function while it is rendered, which would send data without the user.
  if (address === undefined || runningActions === 0) return;
  globalThis.open?.(address, "_blank", "noopener,noreferrer");
});

/** The index of a list item in its template, of A2UI 1.0. */
const index: FunctionImplementation = {
  name: "@index",
  returnType: "number",
  // The arguments of a call are not validated: the only one is optional.
  schema: OpenUrlApi.schema.partial().passthrough(),
  execute({ offset }, { path }) {
    const position = /\/(\d+)\/?$/.exec(path)?.[1];
    if (position === undefined) return undefined;
    return Number(position) + (typeof offset === "number" ? offset : 0);
  },
};

const OWN_FUNCTIONS = [regex, openUrl, index];

/** The functions of the basic catalog, with those of the kit in place of unsafe ones. */
export const catalogFunctions: FunctionImplementation[] = [
  ...BASIC_FUNCTIONS.filter(({ name }) => !OWN_FUNCTIONS.some((own) => own.name === name)),
  ...OWN_FUNCTIONS,
];

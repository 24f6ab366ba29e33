/** Environment variables of Node, which bundlers replace in browser builds. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Kinds and names of the hints that were printed, by the object that has the mistake. */
const printed = new WeakMap<object, Set<string>>();

/**
 * Prints a hint about a mistake of the application, in development. Does nothing in production, whose builds leave
 * out the texts. Prints once per object, kind and first name, however the rest of the text differs.
 *
 * @param kind - The mistake; `docs/errors.md` has a row for each kind.
 * @param owner - The object that has the mistake, such as a tool.
 * @param details - The names that the hint mentions.
 * @param error - An error that is printed after the text, with its stack.
 */
export function printHint<K extends HintKind>(
  kind: K,
  owner: object,
  details: HintDetails<K>,
  error?: unknown,
): void {
  const hint = hintText(kind, details);
  const key = JSON.stringify([kind, details[0]]);
  if (hint === "" || printed.get(owner)?.has(key)) return;
  printed.set(owner, new Set(printed.get(owner)).add(key));
  const text = `agui-kit: ${hint}`;
  try {
    console.warn(text, ...(error === undefined ? [] : [error]));
  } catch {
    // A thrown value that the console cannot show, such as an error with an object as its message.
    console.warn(text);
  }
}

/** Returns the text of a hint in development, and `""` in production. */
export function hintText<K extends HintKind>(kind: K, details: HintDetails<K>): string {
  try {
    // Bundlers replace exactly this expression, so a production build drops the texts.
    if (process.env.NODE_ENV !== "production") return describe(kind, details);
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
  }
  return "";
}

/** Returns false in production builds. */
export function isDevelopment(): boolean {
  return hintText("missing-styles", []) !== "";
}

/** The page about hints and issues in an installed package. */
export const ERRORS_PAGE = "node_modules/agui-kit/docs/errors.md";

/** Kinds of mistakes that a hint exists for. */
type HintKind = keyof typeof hints;

/** The values that the text of a hint mentions. */
type HintDetails<K extends HintKind> = Parameters<(typeof hints)[K]>;

function describe<K extends HintKind>(kind: K, details: HintDetails<K>): string {
  // The compiler does not relate the function of a key to the parameters of the same key.
  const text = hints[kind] as (...details: HintDetails<K>) => string;
  return `${text(...details)} See "${kind}" in ${ERRORS_PAGE}.`;
}

/** Texts of the hints: the mistake, its effect, and the correction. */
export const hints = {
  "missing-agent": (name: string) =>
    `the agent ${JSON.stringify(name)} of an AgentProvider is undefined or has no \`run\` method, so its runs fail. Pass ` +
    "`agent={httpAgent({ url })}`, and render the provider once the agent exists.",
  "missing-styles": () =>
    'the page has no style sheet for the chat. Add `import "agui-kit/styles.css"` once, for example beside ' +
    "the provider; in a shadow root, add the sheet there.",
  "duplicate-tool": (name: string) =>
    `the tool "${name}" is registered more than once. The one registered last is used; give the others ` +
    "different names, or register it once, further up.",
  "unknown-tool": (name: string, registered: readonly string[]) =>
    `the agent called the tool "${name}", which is not registered, and received an error as its result. ` +
    `Register it with \`useFrontendTool\`, or remove it from the agent. Registered tools: ${registered.join(", ") || "none"}.`,
  "open-call": (name: string, isRegistered: boolean) =>
    `the agent called the tool "${name}" and ended its run without the result. ${
      isRegistered
        ? "This page registered the tool when the run had started, so only the next run is offered it."
        : "This page has no tools: register one with `useFrontendTool` if it should answer."
    } Nothing is wrong when the server sends the result in a later run.`,
  "queued-send": (name: string) =>
    `the tool "${name}" is still running, and a message that was sent meanwhile waits in the queue until the tool returns. ` +
    "If the handler awaits that `send()`, both wait for ever: call `send()` without `await`, and return.",
  "tool-threw": (name: string, message: string) =>
    `the tool "${name}" threw an error, and the agent received its message (${message}) as the result. Correct the ` +
    "handler. If it failed on purpose, to tell the agent what is wrong, there is nothing to correct.",
  "label-threw": (name: string) =>
    `the \`label\` of the tool "${name}" threw an error, so the row of the call shows its name. The function is called ` +
    "while the arguments stream: read them as optional.",
  "rejected-input": (url: string, detail: string) =>
    `${url} rejected the input of a run${detail && `: ${detail}`}. Compare the fields with RunAgentInput ` +
    "(https://docs.ag-ui.com/concepts/agents), and pass `maxProtocolVersion` to `httpAgent` for an older server.",
  "empty-response": (url: string) =>
    `the response of ${url} had an empty body, or no events in it, so there is no reply. Check that \`url\` is the ` +
    "endpoint of an AG-UI agent, and look for a failure in the log of the server.",
  "refused-name": (name: string) =>
    `model providers refuse the tool name ${JSON.stringify(name)}. Use up to 64 letters, digits, underscores ` +
    "and hyphens, without spaces or dots, and begin with a letter or an underscore.",
  "no-object": (name: string) =>
    `the \`parameters\` of the tool "${name}" do not describe an object, and model providers refuse them. ` +
    'Write `z.object({ … })`, or a JSON Schema with `type: "object"`.',
  "open-part": (name: string, problem: string) =>
    `the \`parameters\` of the tool "${name}" have a part that JSON Schema cannot express (${problem}). The ` +
    "agent may send any value there; describe the part with `.meta()` or `.describe()`, or use a string and parse it.",
  "refused-tools": () =>
    "the agent declares that it accepts no tools (`tools.clientProvided` or `tools.supported` of its " +
    "capabilities), so none are sent. Correct the capabilities if it does.",
  "a2ui-refused": (surfaceId: string, problem: string) =>
    `a message for the A2UI surface "${surfaceId}" was refused, and the surface shows its state before it. ${problem} ` +
    "Correct the message of the agent, or the prompt that teaches it the components.",
  "a2ui-failed": (surfaceId: string, problem: string) =>
    `a part of the A2UI surface "${surfaceId}" could not be evaluated, and has no value. ${problem} Correct the message of ` +
    "the agent, or the prompt that teaches it the functions.",
  "ignored-subscribers": () =>
    "`fromAbstractAgent` does not call the subscribers of the agent. Pass their functions to " +
    "`thread.subscribe()` or `useAgentEvent`.",
  "ignored-debug": () =>
    "`fromAbstractAgent` does not apply the `debug` option of the agent. Log its events with a middleware.",
  "no-schema": () =>
    "Pass a schema of Zod, ArkType or Valibot, or a JSON Schema object, or leave `parameters` out.",
  "no-json-schema": () =>
    "Use Zod 4.2 or later, ArkType 2.1.28 or later, `toStandardJsonSchema()` of `@valibot/to-json-schema`, or a " +
    "JSON Schema object, without values that JSON cannot represent.",
  "raw-shape": (field: string) =>
    `\`${field}\` is a schema: write \`z.object({ … })\` around the object.`,
} as const;

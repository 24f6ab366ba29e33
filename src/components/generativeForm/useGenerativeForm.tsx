import { useHumanTool } from "../../hooks/tools/useHumanTool.ts";
import type { StandardJsonSchema } from "../../store/jsonSchema/standardSchema.ts";
import type { ToolOptions } from "../../store/tools/toolTypes.ts";
import { type FormGenerator, GenerativeFormCard } from "./GenerativeFormCard.tsx";

/** Options of `useGenerativeForm`. */
export interface GenerativeFormOptions
  extends Pick<ToolOptions, "available" | "followUp" | "agentId"> {
  /**
   * Makes the form for a request, such as by asking another model. Called once for each call, and again after a reload. A
   * generator that throws, or returns nothing, leaves the default form; an error is reported as an uncaught one.
   *
   * @defaultValue the fields of the schema that the agent expects, with its data as their values
   */
  readonly generator?: FormGenerator | undefined;
  /** Tells the model when to ask the user with a form. @defaultValue a sentence for all questions */
  readonly description?: string | undefined;
}

/** Name of the tool, in the draft of AG-UI. */
const TOOL_NAME = "generateUserInterface";

const DESCRIPTION =
  "Asks the user for structured input with a form, which is generated from this description. Returns what the user submits.";

/** Schema that the agent learns for the arguments. */
const argumentsSchema = {
  type: "object",
  properties: {
    description: {
      type: "string",
      description: "What the form asks for, in a sentence for the user",
    },
    data: { type: "object", description: "Values that are known already" },
    output: {
      type: "object",
      description:
        "JSON Schema of the object that the user submits: properties with titles, required properties, and their types",
    },
  },
  required: ["description"],
};

/** Accepts more than the agent learns: models also write the objects as texts, which the card reads. */
const parameters: StandardJsonSchema<object, object> = {
  "~standard": {
    version: 1,
    vendor: "agui-kit",
    jsonSchema: { input: () => argumentsSchema },
    validate: (value) => ({ value: Object(value) }),
  },
};

/**
 * Lets the agent ask the user with a form that is made for the question: the tool `generateUserInterface` of the draft of
 * AG-UI about generative user interfaces.
 *
 * The agent says what it wants to know, and waits for the answer. By default its schema becomes the fields. A `generator`
 * decides on other fields, their arrangement and their values. What the user submits is checked by the schema of the
 * fields and by that of the agent. Like every tool, it asks once: the answer stays in the conversation.
 *
 * @example Forms for whatever the agent asks
 * ```tsx
 * function Forms() {
 *   useGenerativeForm();
 *   return null;
 * }
 * ```
 * @example A generator that asks a server of the application
 * ```tsx
 * useGenerativeForm({
 *   generator: async (request) => {
 *     const response = await fetch("/api/form", { method: "POST", body: JSON.stringify(request) });
 *     return response.json(); // { jsonSchema, uiSchema, initialData }
 *   },
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/drafts/generative-ui
 */
export function useGenerativeForm({
  generator,
  description = DESCRIPTION,
  ...options
}: GenerativeFormOptions = {}): void {
  useHumanTool({
    ...options,
    name: TOOL_NAME,
    description,
    parameters,
    label: ({ partialArgs }) => {
      const { description: question }: { readonly description?: unknown } = partialArgs;
      return typeof question === "string" ? question : "";
    },
    render: ({ status, args, respond, reject, defaultCard }) =>
      status === "waiting" && args ? (
        <GenerativeFormCard args={args} generator={generator} respond={respond} reject={reject} />
      ) : (
        defaultCard
      ),
  });
}

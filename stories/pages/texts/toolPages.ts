import type { PageText } from "../pageText.ts";

export const toolPages: Readonly<Record<string, PageText>> = {
  "Tools/Tool call": {
    components: ["ToolCallCard", "ToolResult"],
    use: "Shows what the agent does, in words that users understand, with arguments and result on request. It needs no code: every tool call has one.",
    accessibility: [
      "A `details` element whose summary says the label and the status.",
      "A failed call says so in text, not by color alone.",
    ],
  },
  "Tools/Tool group": {
    components: ["ToolGroup"],
    use: "Collapses three or more calls of one message into a row, and opens when one of them needs the user.",
    accessibility: ["The summary counts the calls and names the one that needs the user."],
  },
  "Tools/Custom card": {
    components: ["ToolCallCard"],
    use: "Use `useToolRenderer` to show a call of one tool as your own card, already while its arguments stream.",
    accessibility: ["A card that throws is replaced by the default one."],
    code: [{ document: "tools", after: "export function useWeatherLabel" }],
    recipe: "Tools",
  },
  "Tools/Frontend tools": {
    components: ["ToolCallCard"],
    use: "Use `useFrontendTool` to let the agent act in the page. The schema types the arguments, and errors go back to the agent.",
    accessibility: ["Calls in the page are shown and announced like those of the server."],
    code: [{ document: "tools", after: "## Run a tool in the browser" }],
    recipe: "Tools",
  },
  "Tools/Human tools": {
    components: ["ToolCallCard"],
    use: "Use `useHumanTool` when the answer to a call is a choice of the user: a seat, a date, a color.",
    accessibility: [
      "The chat says that it waits for the user, and the run continues with the answer.",
    ],
    code: [{ document: "tools", after: "## Ask the user with a tool" }],
    recipe: "Tools",
  },
  "Tools/Component tools": {
    components: ["ToolSlot"],
    use: "Use `useComponentTool` to let the agent fill in a component of yours, in the chat or in a `ToolSlot` beside it.",
    accessibility: [
      "A slot is a region with a name. The button in the chat moves the focus to it.",
      "The versions are walked with buttons that say which version is shown.",
    ],
    code: [{ document: "tools", after: "## Let the agent fill in a component" }],
    recipe: "Tools",
  },
  "Tools/Generated forms": {
    components: ["SchemaForm"],
    use: "Use `useGenerativeForm` to let the agent ask with a form that is made for its question, and a generator to decide on its fields.",
    accessibility: [
      "The form is in a group with the question as its name. After a refused submit, the first field with a problem has the focus.",
      "A section that is closed opens by itself when a field in it has a problem.",
    ],
    code: [{ document: "tools", after: "## Ask with a generated form" }],
    recipe: "Tools",
  },
  "Tools/A2UI surfaces": {
    components: ["Activity"],
    use: "Use the plugin `a2ui()` to render interfaces that the agent describes with A2UI, and `a2uiComponent` to give it components of yours.",
    accessibility: [
      "Fields have labels, and their problems appear when the user leaves them. Tabs are one stop of the Tab key.",
      "An outline is announced as a status. A button that waits for the end of a run keeps the focus.",
    ],
    code: [{ document: "generative-ui", after: "npm install @a2ui/web_core" }],
  },
  "Tools/Sub-agent": {
    components: ["Subagent"],
    use: "Shows the work of a sub-agent as one row with its own transcript. It opens by itself when the sub-agent needs the user.",
    accessibility: [
      "A `details` element whose summary says the name, the activity and the status.",
    ],
  },
  "Tools/Sub-agent picker": {
    components: ["SubagentPicker"],
    use: "Lets users choose which sub-agent does the work, for agents that list theirs.",
    accessibility: ["A native `select` with a label."],
  },
};

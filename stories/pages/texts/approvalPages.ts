import type { PageText } from "../pageText.ts";

export const approvalPages: Readonly<Record<string, PageText>> = {
  "Approvals/Approval": {
    components: ["Interrupt", "DefaultInterrupt"],
    use: "Asks before a tool is called. Users see every argument, approve, deny with a reason, or edit the arguments. Several calls of one kind are approved together.",
    accessibility: [
      "The card is a group with a name, and is announced when it appears.",
      "The focus stays with a user who is typing; after an answer it moves to the next question.",
    ],
  },
  "Approvals/Question": {
    components: ["Interrupt", "DefaultInterrupt"],
    use: "Asks for anything else: yes or no, a form of a JSON Schema, a file, or free text. The answer is validated before it is sent.",
    accessibility: [
      "`Escape` returns from a form to its buttons.",
      "The time that is left is text, and is not announced every second.",
    ],
  },
  "Approvals/Other questions": {
    components: ["Interrupt"],
    use: "Real agents ask in ways of their own: without a message, with an unknown reason, or with a question as JSON. All of them can be answered.",
    accessibility: ["A question without a message has a name nevertheless."],
  },
  "Approvals/Form": {
    components: ["SchemaForm"],
    use: "Renders a form for a JSON Schema, with native controls. Use it outside of a chat as well.",
    accessibility: [
      "Every control is native and has a label; groups are `fieldset` elements.",
      "Required fields and formats are text, not only a star.",
    ],
  },
  "Approvals/Form errors": {
    components: ["SchemaForm"],
    use: "What users see when an answer does not fit the schema, or when the server refuses it.",
    accessibility: [
      "The errors are announced, and the focus moves to the first one.",
      "Each field has `aria-invalid` and its own error as description.",
    ],
  },
};

/** Schemas of the activity types in the example “Research”; any field may still be missing. */
export const researchSchema = {
  type: "object",
  properties: {
    goal: { type: "string" },
    steps: {
      type: "array",
      items: {
        type: "object",
        properties: { description: { type: "string" }, status: { type: "string" } },
        required: ["description"],
      },
    },
  },
  required: ["goal"],
} as const;

export const searchSchema = {
  type: "object",
  properties: {
    query: { type: "string" },
    isDone: { type: "boolean" },
    hits: {
      type: "array",
      items: {
        type: "object",
        properties: { title: { type: "string" }, site: { type: "string" } },
        required: ["title", "site"],
      },
    },
  },
  required: ["query"],
} as const;

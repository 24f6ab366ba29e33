/**
 * What the page offers the demo's agent to call, as the agent is told of it. What the tools do is in
 * `app/tools/`.
 */

/** Light, dark, or whatever the person's system uses. */
export type Theme = (typeof themes)[number];

export const themes = ["light", "dark", "system"] as const;

export const setThemeTool = {
  name: "set_theme",
  description: "Changes the colours of this page, and says which theme it had before.",
  parameters: {
    type: "object",
    properties: {
      theme: { enum: themes, description: "“system” follows the person's own setting" },
    },
    required: ["theme"],
    additionalProperties: false,
  },
} as const;

export const motifs = ["mountains", "sea", "dunes"] as const;
export const lights = ["dawn", "day", "dusk", "night"] as const;

export const drawPictureTool = {
  name: "draw_picture",
  description: "Draws a landscape in this page, layer by layer, and returns it as a PNG.",
  parameters: {
    type: "object",
    properties: {
      motif: { enum: motifs },
      light: { enum: lights },
      width: { type: "integer", minimum: 1, description: "In pixels" },
      height: { type: "integer", minimum: 1, description: "In pixels" },
    },
    required: ["motif", "light", "width", "height"],
    additionalProperties: false,
  },
} as const;

export const pickSeatTool = {
  name: "pick_seat",
  description: "Shows the person which seats of a flight are free and asks for one of them.",
  parameters: {
    type: "object",
    properties: {
      flight: { type: "string" },
      free: {
        type: "array",
        items: { type: "string", pattern: "^[1-9]\\d?[A-F]$" },
        minItems: 1,
        description: "As “14A”: the row, and the letter of the seat",
      },
    },
    required: ["flight", "free"],
    additionalProperties: false,
  },
} as const;

export const writeDocumentTool = {
  name: "propose_document",
  description:
    "Proposes a whole document. The person sees it while it is written, and accepts or rejects it.",
  /** The argument that is going to be the document. */
  argument: "document",
  parameters: {
    type: "object",
    properties: {
      document: { type: "string", description: "Paragraphs with empty lines between" },
    },
    required: ["document"],
  },
} as const;

/** As some agents ask, when they have written a document by a tool of their own. */
export const confirmChangesTool = {
  name: "confirm_changes",
  description: "Asks the person whether to keep what was written into the document.",
  parameters: { type: "object", properties: {} },
} as const;

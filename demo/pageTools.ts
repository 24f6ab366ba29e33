/**
 * Definitions of the page's tools, as the agent receives them; the handlers are in `app/tools/`.
 */

/** Light, dark, or the setting of the user's system. */
export type Theme = (typeof themes)[number];

export const themes = ["light", "dark", "system"] as const;

export const setThemeTool = {
  name: "set_theme",
  description: "Changes the colors of this page, and says which theme it had before.",
  parameters: {
    type: "object",
    properties: {
      theme: { enum: themes, description: "“system” follows the user's own setting" },
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
  description: "Shows the user which seats of a flight are free and asks for one of them.",
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
    "Proposes a whole document. The user sees it while it is written, and accepts or rejects it.",
  /** Argument that becomes the document. */
  argument: "document",
  parameters: {
    type: "object",
    properties: {
      document: { type: "string", description: "Paragraphs with empty lines between" },
    },
    required: ["document"],
  },
} as const;

/** Review tool of agents that write the document with a tool of their own. */
export const confirmChangesTool = {
  name: "confirm_changes",
  description: "Asks the user whether to keep what was written into the document.",
  parameters: { type: "object", properties: {} },
} as const;

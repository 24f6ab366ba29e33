/**
 * SVG path data of the icons around a chat that is not loaded yet, on a 16 × 16 grid. In a file of its own, because the
 * other icons are loaded with the chat, as `closedChatStrings.ts` explains.
 */
export const closedChatIconPaths = {
  chat: "M3 2.5h10A1.5 1.5 0 0 1 14.5 4v6a1.5 1.5 0 0 1-1.5 1.5H7L3.5 14v-2.5H3A1.5 1.5 0 0 1 1.5 10V4A1.5 1.5 0 0 1 3 2.5",
  minimize: "M3 6l5 5 5-5",
  panelStart: "M2.5 3h11v10h-11zM6.5 3v10",
  panelEnd: "M2.5 3h11v10h-11zM9.5 3v10",
  newChat: "M8.5 2.5h-6v11h11v-6M12 2l2 2-6 6H6V8z",
  history: "M8 4.5V8l2.5 1.5M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.3 10.3l3.2 3.2",
  expand: "M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9",
  shrink: "M13 7H9V3M9 7l4.5-4.5M3 9h4v4M7 9l-4.5 4.5",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

/** Name of an icon around a chat that is not loaded yet. */
export type ClosedChatIconName = keyof typeof closedChatIconPaths;

import { closedChatIconPaths } from "./closedChatIconPaths.ts";

/**
 * SVG path data on a 16 × 16 grid, by the meaning of the icon. Icons with one look have several names, so that an
 * application can replace each.
 */
export const iconPaths = {
  ...closedChatIconPaths,
  send: "M8 13V3M3.5 7.5 8 3l4.5 4.5",
  stop: "M3.5 3.5h9v9h-9z",
  attach: "M8 3v10M3 8h10",
  dictate: "M8 2a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0V4a2 2 0 0 1 2-2M3.5 8a4.5 4.5 0 0 0 9 0M8 12.5V15",
  // A record symbol, because a microphone stands for dictation.
  record: "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M8 6.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3",
  file: "M9 2H4.5v12h7V4.5zM9 2v2.5h2.5",
  fileText: "M9 2H4.5v12h7V4.5zM9 2v2.5h2.5M6.5 8h3M6.5 11h3",
  fileImage: "M2.5 3h11v10h-11zM2.5 11.5l3.5-3.5 2.5 2.5 1.5-1.5 3.5 3.5M10.5 6h.01",
  fileAudio:
    "M6 11.5V4l7-1.5V10M6 11.5a1.8 1.8 0 1 1-3.6 0a1.8 1.8 0 1 1 3.6 0M13 10a1.8 1.8 0 1 1-3.6 0a1.8 1.8 0 1 1 3.6 0",
  fileVideo: "M2.5 3.5h11v9h-11zM7 6v4l3-2z",
  fileTable: "M2.5 3h11v10h-11zM2.5 6.5h11M2.5 9.8h11M6.5 6.5V13",
  fileArchive: "M2.5 3h11v3h-11zM3.5 6v7h9V6M8 6v2M8 9.5v1",
  download: "M8 2.5v7.5M4.5 6.8 8 10.2l3.5-3.4M2.5 13.5h11",
  openFile: "M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7",
  play: "M5 3.2v9.6L12.5 8z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  retry: "M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5",
  remove: "M4 4l8 8M12 4l-8 8",
  cancel: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7",
  save: "M3 8.5 6.5 12 13 4.5",
  moveUp: "M4 10l4-4 4 4",
  moveDown: "M4 6l4 4 4-4",

  running: "M8 2.5a5.5 5.5 0 0 1 5.5 5.5",
  done: "M3 8.5 6.5 12 13 4.5",
  denied: "M4 4l8 8M12 4l-8 8",
  unfinished: "M4 8h8",
  alert: "M8 4v5M8 11.5v.5M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13",
  waiting: "M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.8 14h2.4",
  paused: "M6 4v8M10 4v8",
  pending: "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11",
  unread: "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11",

  wrap: "M2.5 3.5h11M2.5 8h8.7a2.3 2.3 0 0 1 0 4.6H8M9.8 10.6 7.8 12.6l2 2M2.5 12.6h2",
  downloadCsv: "M2.5 3h11v10h-11zM2.5 6.5h11M2.5 9.8h11M6.5 6.5V13",
  downloadMarkdown: "M9 2H4.5v12h7V4.5zM9 2v2.5h2.5M6.5 8h3M6.5 11h3",
  copy: "M7 6h5.5q1 0 1 1v5.5q0 1-1 1H7q-1 0-1-1V7q0-1 1-1M3.5 10q-1 0-1-1V3.5q0-1 1-1H9q1 0 1 1",
  edit: "M10.5 3 13 5.5 5.5 13H3v-2.5z",
  regenerate: "M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5",
  readAloud: "M2.5 6v4H5l3.5 3V3L5 6zM11 5.5a3.5 3.5 0 0 1 0 5M12.8 3.5a6.4 6.4 0 0 1 0 9",
  thumbsUp:
    "M5 7v6.5M5 7l2.5-5c1 0 1.7.7 1.7 1.7V6h3a1.3 1.3 0 0 1 1.3 1.5l-.8 4.8a1.3 1.3 0 0 1-1.3 1.2H5M5 7H2.5v6.5H5",
  thumbsDown:
    "M11 9V2.5M11 9l-2.5 5c-1 0-1.7-.7-1.7-1.7V10h-3a1.3 1.3 0 0 1-1.3-1.5l.8-4.8A1.3 1.3 0 0 1 4.6 2.5H11M11 9h2.5V2.5H11",
  export: "M8 2.5v7.5M4.5 6.8 8 10.2l3.5-3.4M2.5 13.5h11",
  previousMatch: "M4 10l4-4 4 4",
  nextMatch: "M4 6l4 4 4-4",
  scrollToEnd: "M8 3v10M3.5 8.5 8 13l4.5-4.5",
  chevron: "M6 4l4 4-4 4",
  zoomIn: "M8 3.5v9M3.5 8h9",
  zoomOut: "M3.5 8h9",

  more: "M2.6 7.6h.8v.8h-.8zM7.6 7.6h.8v.8h-.8zM12.6 7.6h.8v.8h-.8z",
  archive: "M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3",
  delete: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9",
} as const;

/** Name of an icon of the chat, by what the icon means. */
export type IconName = keyof typeof iconPaths;

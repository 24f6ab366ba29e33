// @ts-check
import { agui, aiSdk } from "./wires.mjs";

/**
 * A chat that is measured, implemented in `pages/NAME.jsx`.
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {string} title
 * @property {import("./wires.mjs").Wire} wire
 */

/** A minimal hand-written chat. @type {Subject} */
export const floor = { name: "blocks", title: "floor", wire: agui };

/** @type {Subject} */
export const ours = { name: "ours", title: "agui-kit", wire: agui };

/** @type {readonly Subject[]} */
export const subjects = [
  floor,
  ours,
  { name: "copilotkit", title: "CopilotKit", wire: agui },
  { name: "assistant-ui", title: "assistant-ui", wire: agui },
  { name: "streamdown", title: "AI SDK, streamdown", wire: aiSdk },
  { name: "tanstack", title: "TanStack AI", wire: agui },
];

/** Packages of the other subjects, for the list of versions. */
export const packages = [
  "react-markdown",
  "@copilotkit/react-core",
  "@assistant-ui/react",
  "@assistant-ui/react-ag-ui",
  "@assistant-ui/react-markdown",
  "@ai-sdk/react",
  "streamdown",
  "@tanstack/ai-react",
];

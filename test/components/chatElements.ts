import { screen } from "@testing-library/react";

/** Finds the text field of the composer. */
export const messageField = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

export const sendButton = () => screen.getByRole("button", { name: "Send" });

/** Finds the button that opens a popup. */
export const launcher = () => screen.getByRole("button", { name: /^Chat/ });

/** Finds the row that shows the status of the run. */
export const runStatusRow = () => document.querySelector(".agk-run-status");

export const nextFrame = () => new Promise(requestAnimationFrame);

import { screen } from "@testing-library/react";
import type { InterruptInput } from "./openInterrupts.tsx";

export const deletion: InterruptInput = {
  reason: "tool_call",
  message: "Approval required to run delete_file",
  toolCallId: "c1",
};

export const calls = { c1: ["delete_file", '{"path":"/dat/a","force":true}'] } as const;

export const recommended = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    editedArgs: { type: "object", properties: { path: { type: "string", minLength: 2 } } },
  },
  required: ["approved"],
};

export function card() {
  return screen.getByRole("group", { name: "Approval needed" });
}

import { composerControls, pickerControls, suggestionControls } from "./composerControls.tsx";
import { formControls } from "./formControls.tsx";
import {
  actionControls,
  branchControls,
  codeControls,
  markdownControls,
  mediaControls,
  reasoningControls,
  scrollControls,
  sourceControls,
  transcriptControls,
} from "./messageControls.tsx";
import type { Control } from "./StateTable.tsx";
import { popupControls, sidebarControls, threadControls } from "./surfaceControls.tsx";
import {
  approvalControls,
  errorControls,
  toolControls,
  toolGroupControls,
} from "./toolControls.tsx";

/** All controls of the kit, by the title of the page with their story "States". */
export const controlGroups: Readonly<Record<string, readonly Control[]>> = {
  "Chat/Popup": popupControls,
  "Chat/Sidebar": sidebarControls,
  "Chat/Suggestions": suggestionControls,
  "Chat/Errors": errorControls,
  "Messages/Markdown": markdownControls,
  "Messages/Code blocks": codeControls,
  "Messages/Reasoning": reasoningControls,
  "Messages/Message actions": actionControls,
  "Messages/Branches": branchControls,
  "Messages/Sources": sourceControls,
  "Messages/Media": mediaControls,
  "Messages/Earlier messages": transcriptControls,
  "Messages/Scroll to end": scrollControls,
  "Tools/Tool call": toolControls,
  "Tools/Tool group": toolGroupControls,
  "Tools/Sub-agent picker": pickerControls,
  "Approvals/Approval": approvalControls,
  "Approvals/Form": formControls,
  "Composer/Composer": composerControls,
  "Threads/Thread list": threadControls,
};

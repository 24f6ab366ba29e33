import {
  completionControls,
  notLoadedControls,
  runEndedControls,
  searchControls,
} from "./chatControls.tsx";
import { composerControls, pickerControls, suggestionControls } from "./composerControls.tsx";
import { formControls } from "./formControls.tsx";
import { mediaControls } from "./mediaControls.tsx";
import {
  actionControls,
  branchControls,
  codeControls,
  markdownControls,
  reasoningControls,
  scrollControls,
  sourceControls,
  transcriptControls,
} from "./messageControls.tsx";
import { formErrorControls, questionControls } from "./questionControls.tsx";
import {
  attachmentControls,
  dictationControls,
  queueControls,
  recordingControls,
} from "./queueControls.tsx";
import type { Control } from "./StateTable.tsx";
import { popupControls, sidebarControls, threadControls } from "./surfaceControls.tsx";
import { threadActionControls, threadHeadControls } from "./threadActionControls.tsx";
import {
  approvalControls,
  errorControls,
  slotControls,
  toolControls,
  toolGroupControls,
} from "./toolControls.tsx";
import {
  activityControls,
  humanToolControls,
  stepControls,
  subagentControls,
  systemControls,
} from "./workControls.tsx";

/** All controls of the kit, by the title of the page with their story "States". */
export const controlGroups: Readonly<Record<string, readonly Control[]>> = {
  "Chat/Popup": popupControls,
  "Chat/Sidebar": sidebarControls,
  "Chat/Suggestions": suggestionControls,
  "Chat/Search": searchControls,
  "Chat/Run ended": runEndedControls,
  "Chat/Errors": errorControls,
  "Chat/Chat not loaded": notLoadedControls,
  "Messages/Message": systemControls,
  "Messages/Markdown": markdownControls,
  "Messages/Code blocks": codeControls,
  "Messages/Reasoning": reasoningControls,
  "Messages/Activity": activityControls,
  "Messages/Steps": stepControls,
  "Messages/Message actions": actionControls,
  "Messages/Branches": branchControls,
  "Messages/Sources": sourceControls,
  "Messages/Media": mediaControls,
  "Messages/Earlier messages": transcriptControls,
  "Messages/Scroll to end": scrollControls,
  "Tools/Tool call": toolControls,
  "Tools/Tool group": toolGroupControls,
  "Tools/Human tools": humanToolControls,
  "Tools/Component tools": slotControls,
  "Tools/Sub-agent": subagentControls,
  "Tools/Sub-agent picker": pickerControls,
  "Approvals/Approval": approvalControls,
  "Approvals/Question": questionControls,
  "Approvals/Form": formControls,
  "Approvals/Form errors": formErrorControls,
  "Composer/Composer": composerControls,
  "Composer/Attachments": attachmentControls,
  "Composer/Audio recording": recordingControls,
  "Composer/Commands": completionControls,
  "Composer/Mentions": completionControls,
  "Composer/Dictation": dictationControls,
  "Composer/Queue": queueControls,
  "Threads/Thread list": [...threadHeadControls, ...threadControls],
  "Threads/Thread actions": threadActionControls,
};

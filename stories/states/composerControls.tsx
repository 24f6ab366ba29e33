import { ComposerButton } from "../../src/components/composer/attachments/ComposerButton.tsx";
import { Composer } from "../../src/components/composer/Composer.tsx";
import { SendButton } from "../../src/components/composer/SendButton.tsx";
import { SubagentPicker } from "../../src/components/subagent/SubagentPicker.tsx";
import { Suggestions } from "../../src/components/suggestions/Suggestions.tsx";
import { neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";
import { WithCapabilities } from "./threads.tsx";

const ignore = () => {};
const send = {
  label: "Send",
  isStop: false,
  isSendWhileRunning: false,
  isDisabled: false,
  onStop: ignore,
};

/** The controls of a composer. */
export const composerControls: readonly Control[] = [
  {
    name: "Field",
    target: ".agk-textarea",
    frame: ".agk-composer",
    rest: <Composer placeholder="Ask anything" />,
    without: { pressed: typedInto, disabled: "Users can always write.", busy: neverBusy },
  },
  {
    name: "Send",
    target: ".agk-send",
    rest: <SendButton {...send} />,
    disabled: <SendButton {...send} isDisabled />,
    without: { busy: "The button stops the run meanwhile." },
  },
  {
    name: "Stop",
    target: ".agk-send",
    rest: <SendButton {...send} label="Stop" isStop />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Stop, beside Send",
    target: '[data-action="stop"]',
    rest: <SendButton {...send} label="Add to queue" isSendWhileRunning />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Tool",
    target: ".agk-composer-tool",
    rest: <ComposerButton label="Attach files" icon="attach" onPress={ignore} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
];

/** A suggestion, and the choice of an agent. */
export const suggestionControls: readonly Control[] = [
  {
    name: "Suggestion",
    target: ".agk-suggestion",
    rest: <Suggestions options={{ static: ["Plan a day"] }} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
];

export const pickerControls: readonly Control[] = [
  {
    name: "Agent",
    target: ".agk-subagent-select",
    rest: (
      <WithCapabilities
        capabilities={{ multiAgent: { subagents: [{ name: "editor" }, { name: "research" }] } }}
      >
        <SubagentPicker />
      </WithCapabilities>
    ),
    without: { pressed: typedInto, disabled: onlyWhileUsable, busy: neverBusy },
  },
];

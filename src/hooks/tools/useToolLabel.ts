import { useCallback, useMemo } from "react";
import { printHint } from "../../protocol/developmentHint.ts";
import { humanize } from "../../selectors/humanize.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { useOptionalAgentId } from "../providers/useThread.ts";
import { useMatchingRenderer } from "../renderers/useRenderers.ts";
import { findToolLabel, type RegisteredToolLabel, toolLabelsOf } from "./toolLabels.ts";
import { useArguments } from "./useArguments.ts";

type LabelLists = readonly (readonly RegisteredToolLabel[])[];

/** @internal Returns the label of a call: the one its tool was registered with, or the tool's name as words. */
export function useToolLabel(call: ToolCallView): string {
  const { name } = call.toolCall.function;
  const agentId = useOptionalAgentId();
  const find = useCallback(
    (lists: LabelLists) => findToolLabel(lists, name, agentId)?.label,
    [name, agentId],
  );
  const label = useMatchingRenderer(toolLabelsOf, find);
  const { readPartialArgs } = useArguments(call, typeof label === "function");
  if (typeof label !== "function") return label || nameAsWords(name);
  try {
    // The arguments of a tool are a JSON object.
    const props = { name, status: call.status, partialArgs: readPartialArgs() as object };
    return label(props) || nameAsWords(name);
  } catch (error) {
    // A label is an addition: an argument that is still missing must not cost the row.
    printHint("label-threw", toolLabelsOf, [name], error);
    return nameAsWords(name);
  }
}

/** @internal Returns a label for each tool: its label when that is a text, or its name as words. */
export function useToolLabels(names: readonly string[]): readonly string[] {
  const agentId = useOptionalAgentId();
  // Joined into a string, because equal strings are identical in the dependencies below.
  const joined = names.join("\n");
  const find = useCallback(
    (lists: LabelLists) => {
      const labelOf = (name: string) => {
        const label = findToolLabel(lists, name, agentId)?.label;
        const text = typeof label === "string" && label !== "" ? label : nameAsWords(name);
        return text.replaceAll("\n", " ");
      };
      return joined.split("\n").map(labelOf).join("\n");
    },
    [joined, agentId],
  );
  // Nothing is registered during server rendering.
  const labels = useMatchingRenderer(toolLabelsOf, find) ?? find([]);
  return useMemo(() => [...new Set(labels.split("\n"))], [labels]);
}

/** Returns the name of a tool as words. A name without letters and digits stays as it is. */
function nameAsWords(name: string): string {
  return humanize(name) || name;
}

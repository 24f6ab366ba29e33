import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createRowsSelector } from "../createRowsSelector.ts";
import {
  type InterruptRecord,
  interruptsAtEnd,
  interruptsInSubagent,
} from "../interruptPlacement.ts";
import type { ToolCallView } from "../toolCallView.ts";
import { type MessageRow, rowId, selectRow, type TranscriptRow } from "../transcriptRows.ts";
import {
  type ShownTexts,
  textsOfActivity,
  textsOfInterrupt,
  textsOfJson,
  textsOfMessage,
  textsOfResult,
} from "./searchText.ts";

/** Functions that read what the components show, and the pure data does not have. */
export interface SearchReaders {
  /** Returns the texts of Markdown without its syntax, one for each block. */
  readonly readMarkdown: (text: string) => ShownTexts;
  /** Returns the label of a tool call. */
  readonly labelOf: (call: ToolCallView) => string;
  /** False when reasoning is not shown. */
  readonly hasReasoning: boolean;
}

/** Object of a snapshot with texts. As long as the snapshot has the same object, the texts are the same. */
export interface SearchSource {
  readonly key: object;
  readonly readTexts: () => ShownTexts;
}

/** Part of a transcript that has an element of its own. Its matches are counted in the order of its sources. */
export interface SearchUnit {
  readonly kind: "message" | "call" | "interrupt" | "subagent";
  /** Id of the message, the tool call, the interrupt or the sub-agent. */
  readonly id: string;
  /** Ids of the sub-agents whose cards contain the unit, the outermost first. */
  readonly path: readonly string[];
  readonly sources: readonly SearchSource[];
}

/** The units of one row of the transcript, or of what follows the last row, in the order in which they are shown. */
export interface SearchRow {
  /** Absent after the last row. */
  readonly rowId: string | undefined;
  readonly units: readonly SearchUnit[];
}

/**
 * Creates a function that returns what a transcript shows, row by row. Between two snapshots, only streaming messages
 * and rows with sub-agents are visited again.
 */
export function createUnitSelector(
  readers: SearchReaders,
): (snapshot: Snapshot) => readonly SearchRow[] {
  const rowSelectors = new Map<string | undefined, ReturnType<typeof createRowsSelector>>();
  const rowsOf = (snapshot: Snapshot, owner?: string) => {
    const select = rowSelectors.get(owner) ?? createRowsSelector(owner);
    rowSelectors.set(owner, select);
    return select(snapshot);
  };
  const cache = new WeakMap<object, SearchRow>();

  function unitsOfRow(
    snapshot: Snapshot,
    row: TranscriptRow,
    path: SearchUnit["path"],
  ): SearchUnit[] {
    if (typeof row === "object" && "subagentId" in row) {
      return [
        ...unitsOfSubagent(snapshot, row.subagentId, path),
        ...unitsOfInterrupts(row.interrupts, path),
      ];
    }
    const current = typeof row === "string" ? selectRow(snapshot, row) : row;
    if (!current) return [];
    const inSubagents = (ids: readonly string[] = []) =>
      ids.flatMap((id) => unitsOfSubagent(snapshot, id, path));
    return [
      ...unitsOfMessage(current, path, readers),
      ...current.calls.flatMap((call) => [
        ...unitsOfCall(call, path, readers),
        ...inSubagents(call.subagents),
      ]),
      ...inSubagents(current.subagents),
      ...unitsOfInterrupts(current.interrupts, path),
    ];
  }

  function unitsOfSubagent(snapshot: Snapshot, id: string, path: SearchUnit["path"]): SearchUnit[] {
    // A server may send a sub-agent inside itself.
    if (path.includes(id)) return [];
    const info = getOwn(snapshot.subagents, id);
    const inner = [...path, id];
    const sources = info
      ? [{ key: info, readTexts: () => [info.name, info.description ?? ""] }]
      : [];
    return [
      { kind: "subagent", id, path, sources },
      ...unitsOfInterrupts(interruptsInSubagent(snapshot, id), inner),
      ...rowsOf(snapshot, id).flatMap((row) => unitsOfRow(snapshot, row, inner)),
    ];
  }

  return (snapshot) => {
    const rows = rowsOf(snapshot).map((row) => {
      const cached = typeof row === "object" ? cache.get(row) : undefined;
      if (cached) return cached;
      const searchRow = { rowId: rowId(row), units: unitsOfRow(snapshot, row, []) };
      if (typeof row === "object" && !hasSubagents(row)) cache.set(row, searchRow);
      return searchRow;
    });
    const units = unitsOfInterrupts(interruptsAtEnd(snapshot), []);
    return units.length > 0 ? [...rows, { rowId: undefined, units }] : rows;
  };
}

function hasSubagents(row: Exclude<TranscriptRow, string>): boolean {
  if ("subagentId" in row) return true;
  return row.subagents.length > 0 || row.calls.some(({ subagents }) => subagents !== undefined);
}

function unitsOfMessage(
  { message, hasBody }: MessageRow,
  path: SearchUnit["path"],
  { readMarkdown, hasReasoning }: SearchReaders,
): SearchUnit[] {
  if (!hasBody || (message.role === "reasoning" && !hasReasoning)) return [];
  const source = { key: message, readTexts: () => textsOfMessage(message, readMarkdown) };
  return [{ kind: "message", id: message.id, path, sources: [source] }];
}

/** Returns a tool call with its answered questions. An open question hides the row of the call, and shows what it has. */
function unitsOfCall(
  call: ToolCallView,
  path: SearchUnit["path"],
  { labelOf }: SearchReaders,
): SearchUnit[] {
  const { toolCall, info, outputs, interrupts, result } = call;
  const { id, function: called } = toolCall;
  const head = { key: info, readTexts: () => [labelOf(call), called.name] };
  const args = { key: toolCall, readTexts: () => textsOfJson(called.arguments) };
  const open = interrupts.filter(({ answer }) => !answer);
  if (open.length > 0) {
    const subject = {
      key: called,
      readTexts: () => [called.name, ...textsOfJson(called.arguments)],
    };
    return unitsOfInterrupts(open, path).map((unit) => ({
      ...unit,
      sources: [...unit.sources, subject],
    }));
  }
  const sources = [
    head,
    args,
    ...outputs.map((output) => ({ key: output, readTexts: () => textsOfActivity(output) })),
    ...interrupts.map(sourceOfInterrupt),
    ...(result ? [{ key: result, readTexts: () => textsOfResult(result) }] : []),
  ];
  return [{ kind: "call", id, path, sources }];
}

function unitsOfInterrupts(
  interrupts: readonly InterruptRecord[],
  path: SearchUnit["path"],
): SearchUnit[] {
  return interrupts.map((interrupt) => ({
    kind: "interrupt",
    id: interrupt.id,
    path,
    sources: [sourceOfInterrupt(interrupt)],
  }));
}

function sourceOfInterrupt(interrupt: InterruptRecord): SearchSource {
  return { key: interrupt, readTexts: () => textsOfInterrupt(interrupt) };
}

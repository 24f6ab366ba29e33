import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { RunWriter, TextFields } from "../createRunWriter.ts";
import { asFields, asText, errorIn, isFlagSet, textIn, type WireFields } from "../wireFields.ts";
import { type HectorReply, isSettled } from "./createHectorReply.ts";

/** Origin of parts. */
interface PartsOf {
  /** Id of the text when no part has one. */
  readonly name?: string | undefined;
  readonly role?: TextFields["role"];
  /** True when the parts repeat streamed text as a whole. */
  readonly isWhole?: boolean;
}

interface A2aReader {
  /** Reads a message, a task or an update of either; returns false for any other object. */
  readData(data: WireFields): boolean;
  readParts(parts: readonly unknown[], of?: PartsOf): void;
}

/** Creates the reader of A2A as Hector streams it: protobuf JSON or JSON-RPC. */
export function createA2aReader(writer: RunWriter, reply: HectorReply): A2aReader {
  /** Text of each message so far. */
  const textById = new Map<string, string>();
  let reasoningCount = 0;
  let lastText = writer.createId("message");

  function readData(data: WireFields): boolean {
    const { kind } = data;
    const message = data.message ?? data.msg ?? (kind === "message" ? data : undefined);
    const task = data.task ?? (kind === "task" ? data : undefined);
    const status = data.statusUpdate ?? (kind === "status-update" ? data : undefined);
    const artifact = data.artifactUpdate ?? (kind === "artifact-update" ? data : undefined);
    if (isRecord(message)) readMessage(message);
    else if (isRecord(task)) readTask(task);
    else if (isRecord(status)) readStatus(textIn(status, "taskId"), status);
    else if (isRecord(artifact)) readArtifact(asFields(artifact.artifact), artifact);
    else if (Array.isArray(data.parts)) readMessage(data);
    else if (isRecord(data.metadata) && ("text" in data || "data" in data)) readParts([data]);
    else return false;
    return true;
  }

  function readMessage(message: WireFields): void {
    const isUser = /user$/i.test(String(message.role));
    readParts(partsOf(message), {
      name: textIn(message, "messageId", "message_id", "taskId"),
      role: isUser ? "user" : "assistant",
    });
  }

  function readTask(task: WireFields): void {
    readStatus(textIn(task, "id", "taskId"), task);
    const { artifacts } = task;
    if (Array.isArray(artifacts))
      for (const artifact of artifacts) readArtifact(asFields(artifact), {});
  }

  function readStatus(id: string | undefined, update: WireFields): void {
    const statusFields = asFields(update.status);
    const state = (asText(statusFields.state) ?? asText(update.status))?.toLowerCase();
    const status = state?.replace(/^task_state_/, "");
    const message = asFields(statusFields.message ?? statusFields.update);
    const isFailure = status === "failed" || status === "rejected";
    const error = isFailure ? textsIn(partsOf(message)) || undefined : undefined;
    if (error === undefined) readMessage(message);
    const contextId = textIn(update, "contextId");
    reply.updateTask(id ?? writer.createId("task"), omitUndefined({ contextId, status, error }));
  }

  function readArtifact(artifact: WireFields, update: WireFields): void {
    const { partial } = asFields(update.metadata);
    readParts(partsOf(artifact), {
      name: textIn(artifact, "artifactId", "id"),
      isWhole: partial === false,
    });
  }

  function readParts(parts: readonly unknown[], of: PartsOf = {}): void {
    for (const part of parts) if (isRecord(part)) readPart(part, of);
  }

  function readPart(part: WireFields, of: PartsOf): void {
    const hints = hintsOf(part);
    const data = dataOf(part);
    const isReasoning = hints.event_type === "thinking" || hints.block_type === "thinking";
    const text = asText(part.text);
    const isCall = hints.event_type === "tool_call";
    if (isReasoning) readReasoning(text ?? asText(data.text) ?? "", hints);
    else if (text !== undefined) readText(text, hints, of);
    else if (data.type === "tool_result" || (isCall && isResult(hints, data)))
      readResult(hints, data);
    else if (data.type === "tool_use" || isCall) readCall(hints, data);
    else if (part.text !== "") writer.writeCustom("hector.part", part);
  }

  function readText(text: string, hints: WireFields, { name, role, isWhole }: PartsOf): void {
    lastText = asText(hints.block_id) ?? name ?? lastText;
    const id = reply.segmentId(lastText);
    const before = textById.get(id) ?? "";
    if (isWhole && before !== "" && before === text) return;
    textById.set(id, before + text);
    reply.openText(id, omitUndefined({ role }));
    writer.writeText(id, text);
  }

  function readReasoning(text: string, hints: WireFields): void {
    reasoningCount += 1;
    const id = asText(hints.block_id) ?? writer.createId(`thinking-${reasoningCount}`);
    reply.openReasoning(id);
    if (text !== "") writer.writeReasoning(id, text);
    writer.endReasoning(id);
  }

  function readCall(hints: WireFields, data: WireFields): void {
    const id =
      textIn(hints, "tool_call_id") ??
      textIn(data, "id", "tool_call_id") ??
      writer.createId("call");
    const name = textIn(hints, "tool_name") ?? textIn(data, "name") ?? "";
    reply.addCall({ id, name, input: data.arguments ?? data.input ?? data.args });
  }

  function readResult(hints: WireFields, data: WireFields): void {
    const named = textIn(data, "tool_call_id", "tool_use_id", "id");
    const id = textIn(hints, "tool_call_id") ?? named ?? writer.createId("call");
    const content = data.content ?? data.result;
    const isError = [hints.is_error, data.is_error].some(isFlagSet);
    reply.addResult({ id, content, error: errorIn(data.error), isError });
  }

  return { readData, readParts };
}

/**
 * Returns true when A2A may end with this object. A message is a whole response, and a task may have ended. A part of
 * an artifact is neither.
 */
export function isLastOfA2a(data: WireFields): boolean {
  const update = updateIn(data);
  if (update) {
    const state = asText(asFields(update.status).state) ?? asText(update.status);
    return update.final === true || isSettled(state);
  }
  return data.kind !== "artifact-update" && data.artifactUpdate === undefined;
}

/** Returns true when an object of A2A is the state of a task. */
export function isUpdateOfA2a(data: WireFields): boolean {
  return updateIn(data) !== undefined;
}

function updateIn(data: WireFields): WireFields | undefined {
  return [data.statusUpdate, data.task, data].map(asFields).find(({ status }) => status);
}

function partsOf({ parts, content }: WireFields): readonly unknown[] {
  if (Array.isArray(parts)) return parts;
  return Array.isArray(content) ? content : [];
}

function textsIn(parts: readonly unknown[]): string {
  return parts.map((part) => asText(asFields(part).text) ?? "").join("");
}

/** Returns the metadata of a part, without the prefix of the first releases. */
function hintsOf({ metadata }: WireFields): WireFields {
  const entries = Object.entries(asFields(metadata));
  return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^agui_/, ""), value]));
}

/** Returns the data of a part: protobuf JSON wraps it twice. */
function dataOf({ data }: WireFields): WireFields {
  const outer = asFields(data);
  return isRecord(outer.data) ? outer.data : outer;
}

function isResult(hints: WireFields, data: WireFields): boolean {
  return "is_error" in hints || "content" in data;
}

import type { ReactNode } from "react";
import { useIsSettled } from "../../hooks/thread/useIsSettled.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";

/** @internal */
export type TaskStatus = "done" | "active" | "failed" | "open";
/** Nothing goes on, and it was under way. */
type ShownStatus = TaskStatus | "unfinished";

interface Task {
  readonly label: string;
  readonly status: TaskStatus;
}

const icons: Readonly<Record<ShownStatus, IconName>> = {
  done: "check",
  active: "arc",
  failed: "cross",
  open: "circle",
  unfinished: "dash",
};

/** @internal Shows steps and how far each is. Renders a `<ul>`. */
export function Checklist({ tasks }: { readonly tasks: readonly Task[] }): ReactNode {
  const { task, toolCall } = useStrings();
  const words = { ...task, unfinished: toolCall.unfinished };
  const isOver = useIsSettled();
  const shown = (status: TaskStatus) => (isOver && status === "active" ? "unfinished" : status);
  return (
    <ul className="agk-tasks">
      {tasks.map(({ label, status }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have one label
        <li key={index} className="agk-task" data-status={shown(status)}>
          <Icon name={icons[shown(status)]} />
          <span className="agk-sr-only">{words[shown(status)]}</span>{" "}
          <span dir="auto">{label}</span>
        </li>
      ))}
    </ul>
  );
}

/** @internal Reads a list as tasks, if every item of it has a label and a state. */
export function readTasks(items: readonly unknown[]): readonly Task[] | undefined {
  const tasks = items.flatMap((item) => readTask(item) ?? []);
  return tasks.length > 0 && tasks.length === items.length ? tasks : undefined;
}

const labelKeys = ["title", "name", "label", "description", "content", "text", "task", "step"];
const statusKeys = ["status", "state", "done", "completed", "checked"];

function readTask(item: unknown): Task | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const find = (keys: readonly string[], isFit: (value: unknown) => boolean): unknown =>
    keys.map((key): unknown => Reflect.get(item, key)).find(isFit);
  const label = find(labelKeys, (value) => typeof value === "string");
  const status = find(statusKeys, (value) => ["string", "boolean"].includes(typeof value));
  if (typeof label !== "string" || status === undefined) return undefined;
  return {
    label,
    status: typeof status === "boolean" ? ofFlag(status) : parseTaskStatus(String(status)),
  };
}

function ofFlag(isDone: boolean): TaskStatus {
  return isDone ? "done" : "open";
}

/** @internal Agents spell these in many ways: `in_progress`, `inProgress`, `IN PROGRESS`. */
export function parseTaskStatus(word: string): TaskStatus {
  const plain = word.toLowerCase().replace(/[^a-z]/g, "");
  if (/^(done|completed?|success|succeeded|finished)$/.test(plain)) return "done";
  if (/^(inprogress|running|active|executing|started|doing|current|searching)$/.test(plain))
    return "active";
  if (/^(fail|failed|error|cancell?ed)$/.test(plain)) return "failed";
  return "open";
}

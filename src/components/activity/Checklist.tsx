import { createContext, type ReactNode, useContext } from "react";
import { useIsWorkOver } from "../../hooks/thread/useAgentRun.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { useShownItems } from "../ui/useShownItems.tsx";

/** @internal */
export type TaskStatus = "done" | "active" | "failed" | "open";
/** Adds the status of a task that was active when its run ended. */
type ShownStatus = TaskStatus | "unfinished";

/** @internal Id of the message that the tasks belong to; `undefined` for those of the last run. */
export const WorkContext = createContext<string | undefined>(undefined);

/** Number of tasks that are shown at first. */
const MAX_TASKS = 100;

interface Task {
  readonly label: string;
  readonly status: ShownStatus;
}

const icons: Readonly<Record<ShownStatus, IconName>> = {
  done: "done",
  active: "running",
  failed: "alert",
  open: "pending",
  unfinished: "unfinished",
};

/** @internal Shows tasks with their status. Renders a `<ul>`. */
export function Checklist({ tasks }: { readonly tasks: readonly Task[] }): ReactNode {
  const { task, toolCall } = useStrings();
  const labels = { ...task, unfinished: toolCall.unfinished };
  const isOver = useIsWorkOver(useContext(WorkContext));
  const shownStatusOf = (status: ShownStatus) =>
    isOver && status === "active" ? "unfinished" : status;
  const { shown: shownTasks, moreButton } = useShownItems(tasks, MAX_TASKS);
  return (
    <>
      <ul className="agk-tasks">
        {shownTasks.map(({ label, status }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tasks may have the same label
          <li key={index} className="agk-task" data-status={shownStatusOf(status)}>
            <Icon name={icons[shownStatusOf(status)]} />
            <span className="agk-sr-only">{labels[shownStatusOf(status)]}</span>{" "}
            <span dir="auto">{label}</span>
          </li>
        ))}
      </ul>
      {moreButton}
    </>
  );
}

/** @internal Parses a list as tasks; undefined unless every item has a label and a status. */
export function parseTasks(items: readonly unknown[]): readonly Task[] | undefined {
  const tasks = items.flatMap((item) => parseTask(item) ?? []);
  return tasks.length > 0 && tasks.length === items.length ? tasks : undefined;
}

const labelKeys = ["title", "name", "label", "description", "content", "text", "task", "step"];
const statusKeys = ["status", "state", "done", "completed", "checked"];

function parseTask(item: unknown): Task | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const find = (keys: readonly string[], isFit: (value: unknown) => boolean): unknown =>
    keys.map((key): unknown => Reflect.get(item, key)).find(isFit);
  const label = find(labelKeys, (value) => typeof value === "string");
  const status = find(statusKeys, (value) => ["string", "boolean"].includes(typeof value));
  if (typeof label !== "string" || status === undefined) return undefined;
  return {
    label,
    status: typeof status === "boolean" ? statusOfFlag(status) : parseTaskStatus(String(status)),
  };
}

function statusOfFlag(isDone: boolean): TaskStatus {
  return isDone ? "done" : "open";
}

const activeWords = new RegExp(
  `^(${[
    "inprogress|ongoing|running|active|executing|started|starting|doing|current|working|processing|computing",
    "searching|reading|fetching|crawling|browsing|researching|analy[sz]ing|evaluating|validating|verifying|testing",
    "thinking|reasoning|planning|writing|drafting|generating|building|rendering|preparing|summari[sz]ing|indexing",
    "calling|invoking|scanning|scraping|querying|polling|checking|parsing|extracting|collecting|gathering|syncing|saving",
    "creating|updating|installing|compiling|launching|initiali[sz]ing|training|embedding|converting|encoding|resuming",
    "translating|transcribing|synthesi[sz]ing|formatting|applying|busy|inflight",
    "loading|uploading|downloading|importing|exporting|connecting|deploying|streaming|retrying|stopping|cancell?ing",
  ].join("|")})$`,
);

/** Number of values in which work in progress is searched. */
const MAX_SEARCHED = 500;

/** @internal Tests for a status or a flag of work in progress anywhere in the content of an activity. */
export function hasActiveStatus(content: unknown): boolean {
  const pending = [content];
  for (let count = 0; count < MAX_SEARCHED && pending.length > 0; count++) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [key, item] of Object.entries(value).slice(0, MAX_SEARCHED)) {
      const name = normalizeStatus(key);
      if (typeof item === "string" && isActive(name, normalizeStatus(item))) return true;
      if (item === true && activeWords.test(name.replace(/^is/, ""))) return true;
      pending.push(item);
    }
  }
  return false;
}

/**
 * Tests a field for a status of work in progress. Other words in "ing" may be facts, such as an order that is shipping;
 * only a phase is always one of the work.
 */
function isActive(name: string, text: string): boolean {
  if (/^(status|state|phase)$/.test(name) && activeWords.test(text)) return true;
  const isWaiting = /^(pending|waiting|missing|upcoming|outstanding|remaining)$/.test(text);
  return name === "phase" && text.endsWith("ing") && !isWaiting;
}

function normalizeStatus(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/** @internal Parses a status in any spelling that agents use: `in_progress`, `inProgress`, `IN PROGRESS`. */
export function parseTaskStatus(text: string): TaskStatus {
  const plain = normalizeStatus(text);
  if (/^(done|completed?|success|succeeded|finished)$/.test(plain)) return "done";
  if (activeWords.test(plain)) return "active";
  if (/^(fail|failed|error|cancell?ed)$/.test(plain)) return "failed";
  return "open";
}

import type { ReactNode } from "react";
import { humanize } from "../../selectors/_humanize.ts";
import { Checklist, readTasks } from "../activity/Checklist.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { JsonSource } from "./JsonSource.tsx";
import { parseSearchReport } from "./parseSearchReport.ts";
import { SearchProgress } from "./SearchProgress.tsx";

/** Deeper values are shown as source: nobody reads a list inside a list inside a list. */
const MAX_DEPTH = 3;

interface JsonValueProps {
  readonly value: unknown;
  readonly isReport?: boolean;
}

/** @internal Shows any JSON value for a person to read. */
export function JsonValue({ value, isReport = false }: JsonValueProps): ReactNode {
  const report = isReport ? parseSearchReport(value) : undefined;
  if (!report) return <Value value={value} depth={0} />;
  return <SearchProgress report={report} renderRest={(rest) => <Value value={rest} depth={0} />} />;
}

function Value({ value, depth }: { readonly value: unknown; readonly depth: number }): ReactNode {
  const strings = useStrings();
  const { yes, no, none } = strings.value;
  if (typeof value === "boolean") return value ? yes : no;
  if (isNothing(value)) return none;
  if (typeof value !== "object") return <span dir="auto">{String(value)}</span>;
  if (depth > MAX_DEPTH) return <JsonSource text={JSON.stringify(value, null, 2)} />;
  if (Array.isArray(value)) {
    const tasks = readTasks(value);
    if (tasks) return <Checklist tasks={tasks} />;
    return (
      <ul className="agk-list">
        {value.map((item: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a JSON array has no other identity
          <li key={index} className="agk-item">
            <Value value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="agk-fields">
      {Object.entries(value).map(([key, item]: [string, unknown]) => (
        <div key={key} className="agk-field" data-type={typeOf(item)}>
          <dt className="agk-label">{humanize(key)}</dt>
          <dd className="agk-value">
            {isShare(key, item) ? (
              <progress className="agk-progress" value={item} aria-label={humanize(key)} />
            ) : (
              <Value value={item} depth={depth + 1} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether there is nothing to show; an empty text is shown as it is. */
function isNothing(value: unknown): value is null | undefined {
  if (typeof value !== "object" || value === null) return value === null || value === undefined;
  return Object.keys(value).length === 0;
}

function typeOf(value: unknown): string {
  if (isNothing(value)) return "none";
  return Array.isArray(value) ? "list" : typeof value;
}

function isShare(key: string, value: unknown): value is number {
  return key === "progress" && typeof value === "number" && value >= 0 && value <= 1;
}

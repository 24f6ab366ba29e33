import { EventType, type Role } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { endingOf } from "./endingOf.ts";
import type { ObservedFrame, ObservedRun } from "./observedRun.ts";
import type {
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceStatus,
} from "./report.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";

const MAX_EXCERPT = 240;
const ORDER = { error: 0, warning: 1, info: 2 } as const;

const ABOUT_RUNS: ReadonlySet<string> = new Set(
  rules.flatMap(({ name, isAboutRun }) => (isAboutRun ? name : [])),
);

const ROLES = {
  user: true,
  assistant: true,
  system: true,
  developer: true,
  tool: true,
  activity: true,
  reasoning: true,
} satisfies Record<Role, true>;

function excerptOf({ value }: ObservedFrame): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}

/** What one rule finds in one run: what happens again to events of one type is counted. */
function findingsOf(rule: Rule, run: ObservedRun): ConformanceFinding[] {
  const byType = new Map<string, ConformanceFinding>();
  for (const { at, what } of rule.breaches(run)) {
    const frame = run.frames[at];
    const key = frame?.type ?? "end";
    const known = byType.get(key);
    byType.set(
      key,
      known
        ? { ...known, count: known.count + 1 }
        : {
            rule: rule.name,
            severity: rule.severity,
            message: what,
            explanation: rule.explanation,
            page: rule.page,
            run: run.name,
            index: at,
            ...(frame && { excerpt: excerptOf(frame) }),
            count: 1,
          },
    );
  }
  return [...byType.values()];
}

function judgeRule(rule: Rule, all: readonly ObservedRun[], isTranslated: boolean) {
  const runs = isTranslated && rule.isForPlain ? [] : all;
  const findings = runs.flatMap((run) => findingsOf(rule, run));
  const isShown = findings.length > 0 || runs.some((run) => rule.concerns(run));
  const status: ConformanceStatus =
    findings.length > 0 ? "broken" : isShown ? "met" : "never-shown";
  const { name, severity, says, page } = rule;
  const result: ConformanceRuleResult = { rule: name, severity, says, status, page };
  return { result, findings };
}

type Statuses<K extends string> = Record<K, ConformanceStatus>;

function statuses<K extends string>(
  names: readonly K[],
  shown: ReadonlySet<string>,
  broken: ReadonlySet<string>,
): Statuses<K> {
  const statusOf = (name: K): ConformanceStatus =>
    broken.has(name) ? "broken" : shown.has(name) ? "met" : "never-shown";
  // Every name gets its entry.
  return Object.fromEntries(names.map((name) => [name, statusOf(name)])) as Statuses<K>;
}

function eventStatuses(runs: readonly ObservedRun[], findings: readonly ConformanceFinding[]) {
  const frameOf = ({ run: name, index }: ConformanceFinding) =>
    runs.find((run) => run.name === name)?.frames[index];
  const broken = findings
    .filter(({ severity, rule }) => severity !== "info" && !ABOUT_RUNS.has(rule))
    .map((finding) => frameOf(finding)?.type ?? "");
  const shown = runs.flatMap(({ frames }) => frames.map(({ type }) => type));
  return statuses(Object.values(EventType), new Set(shown), new Set(broken));
}

/** The roles of messages that the agent wrote, told again, or got wrong. */
function roleStatuses(runs: readonly ObservedRun[]) {
  const shown = new Set<string>();
  const broken = new Set<string>();
  for (const { frames, after, input } of runs) {
    const sent = new Set(input.messages.map(({ id }) => id));
    for (const { id, role } of after.messages) if (!sent.has(id)) shown.add(role);
    for (const { value, events, issues } of frames) {
      for (const event of events) {
        if (event.type !== "MESSAGES_SNAPSHOT") continue;
        for (const { role } of event.messages) shown.add(role);
      }
      const raw = isRecord(value) && Array.isArray(value.messages) ? value.messages : [];
      for (const { subject = "" } of issues) {
        const message: unknown = raw[Number(/^messages\[(\d+)\]/.exec(subject)?.[1] ?? -1)];
        if (isRecord(message) && typeof message.role === "string") broken.add(message.role);
      }
    }
  }
  return statuses(Object.keys(ROLES) as Role[], shown, broken);
}

/**
 * Holds what the runs have shown against every rule.
 *
 * @param dialect - The one that their frames have been read in
 */
export function judgeRuns(
  runs: readonly ObservedRun[],
  agent: string,
  dialect?: string,
): ConformanceReport {
  const judged = rules.map((rule) => judgeRule(rule, runs, dialect !== undefined));
  const positions = new Map(runs.map(({ name }, position) => [name, position]));
  const position = ({ run }: ConformanceFinding) => positions.get(run) ?? 0;
  const findings = judged
    .flatMap((one) => one.findings)
    .sort(
      (a, b) =>
        ORDER[a.severity] - ORDER[b.severity] || position(a) - position(b) || a.index - b.index,
    );
  const worst = findings[0]?.severity;
  const spoken = dialect ?? runs.find(({ accent }) => accent)?.accent?.dialect;
  return {
    agent,
    verdict: worst === "error" ? "breaks" : worst === "warning" ? "deviates" : "conforms",
    ...(spoken !== undefined && { dialect: spoken }),
    isTranslated: dialect !== undefined,
    events: eventStatuses(runs, findings),
    roles: roleStatuses(runs),
    rules: judged.map(({ result }) => result),
    findings,
    runs: runs.map((run) => ({
      name: run.name,
      threadId: run.input.threadId,
      runId: run.input.runId,
      events: run.frames.length,
      ...endingOf(run),
    })),
  };
}

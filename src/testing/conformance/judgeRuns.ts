import { EventType, type Role } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { ObservedFrame, ObservedRun } from "./observedRun.ts";
import type {
  ConformanceEnding,
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceRun,
  ConformanceStatus,
} from "./report.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";

const MAX_EXCERPT = 240;
const SEVERITY_ORDER = { error: 0, warning: 1, info: 2 } as const;
const ENDINGS = { stop: "stopped", timeout: "timeout", flood: "endless" } as const;

const RULES_ABOUT_RUNS: ReadonlySet<string> = new Set(
  rules.flatMap(({ name, isAboutRun }) => (isAboutRun ? name : [])),
);

const MESSAGE_ROLES = {
  user: true,
  assistant: true,
  system: true,
  developer: true,
  tool: true,
  activity: true,
  reasoning: true,
} satisfies Record<Role, true>;

/**
 * Judges all runs by all rules.
 *
 * @param dialect - The dialect from which the frames were translated.
 */
export function judgeRuns(
  runs: readonly ObservedRun[],
  agent: string,
  dialect?: string,
): ConformanceReport {
  const judgements = rules.map((rule) => judgeRule(rule, runs, dialect !== undefined));
  const positions = new Map(runs.map(({ name }, position) => [name, position]));
  const runPosition = ({ run }: ConformanceFinding) => positions.get(run) ?? 0;
  const findings = judgements
    .flatMap((judgement) => judgement.findings)
    .sort(
      (a, b) =>
        SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
        runPosition(a) - runPosition(b) ||
        a.index - b.index,
    );
  const worst = findings[0]?.severity;
  const usedDialect =
    dialect ?? runs.find(({ detectedDialect }) => detectedDialect)?.detectedDialect?.name;
  return {
    agent,
    verdict: worst === "error" ? "breaks" : worst === "warning" ? "deviates" : "conforms",
    ...(usedDialect !== undefined && { dialect: usedDialect }),
    isTranslated: dialect !== undefined,
    events: eventStatuses(runs, findings),
    roles: roleStatuses(runs),
    rules: judgements.map(({ result }) => result),
    findings,
    runs: runs.map((run) => ({
      name: run.name,
      threadId: run.input.threadId,
      runId: run.input.runId,
      events: run.frames.length,
      ...summarizeEnd(run),
    })),
  };
}

function judgeRule(rule: Rule, all: readonly ObservedRun[], isTranslated: boolean) {
  const runs = isTranslated && rule.isSkippedInDialect ? [] : all;
  const findings = runs.flatMap((run) => findingsOf(rule, run));
  const isShown = findings.length > 0 || runs.some((run) => rule.appliesTo(run));
  const status: ConformanceStatus =
    findings.length > 0 ? "broken" : isShown ? "met" : "never-shown";
  const { name, severity, requirement, docsUrl } = rule;
  const result: ConformanceRuleResult = { rule: name, severity, requirement, status, docsUrl };
  return { result, findings };
}

/** Returns the findings of one rule in one run; repetitions with events of one type are counted. */
function findingsOf(rule: Rule, run: ObservedRun): ConformanceFinding[] {
  const byType = new Map<string, ConformanceFinding>();
  for (const { index, message } of rule.findViolations(run)) {
    const frame = run.frames[index];
    const key = frame?.type ?? "end";
    const existing = byType.get(key);
    byType.set(
      key,
      existing
        ? { ...existing, count: existing.count + 1 }
        : {
            rule: rule.name,
            severity: rule.severity,
            message,
            explanation: rule.explanation,
            docsUrl: rule.docsUrl,
            run: run.name,
            index,
            ...(frame && { excerpt: excerptOf(frame) }),
            count: 1,
          },
    );
  }
  return [...byType.values()];
}

function excerptOf({ value }: ObservedFrame): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}

/** Returns how a run ended, and the error message if it failed. */
function summarizeEnd(run: ObservedRun): Pick<ConformanceRun, "ending" | "error"> {
  const error = run.error?.message ?? run.after.run.error?.message;
  return omitUndefined({ ending: endingOf(run), error });
}

function endingOf({ endedBy, error, after }: ObservedRun): ConformanceEnding {
  if (endedBy !== "agent") return ENDINGS[endedBy];
  if (error) return "failed";
  return after.run.outcome ?? "incomplete";
}

type Statuses<K extends string> = Record<K, ConformanceStatus>;

function statusesOf<K extends string>(
  names: readonly K[],
  shown: ReadonlySet<string>,
  broken: ReadonlySet<string>,
): Statuses<K> {
  const statusOf = (name: K): ConformanceStatus =>
    broken.has(name) ? "broken" : shown.has(name) ? "met" : "never-shown";
  // `Object.fromEntries` loses the key type; every name has an entry.
  return Object.fromEntries(names.map((name) => [name, statusOf(name)])) as Statuses<K>;
}

function eventStatuses(runs: readonly ObservedRun[], findings: readonly ConformanceFinding[]) {
  const frameOf = ({ run: name, index }: ConformanceFinding) =>
    runs.find((run) => run.name === name)?.frames[index];
  const broken = findings
    .filter(({ severity, rule }) => severity !== "info" && !RULES_ABOUT_RUNS.has(rule))
    .map((finding) => frameOf(finding)?.type ?? "");
  const shown = runs.flatMap(({ frames }) => frames.map(({ type }) => type));
  return statusesOf(Object.values(EventType), new Set(shown), new Set(broken));
}

/** Returns the status of each role, by the messages that the agent wrote, replayed, or malformed. */
function roleStatuses(runs: readonly ObservedRun[]) {
  const shown = new Set<string>();
  const broken = new Set<string>();
  for (const { frames, after, input } of runs) {
    const sentIds = new Set(input.messages.map(({ id }) => id));
    for (const { id, role } of after.messages) if (!sentIds.has(id)) shown.add(role);
    for (const { value, events, issues } of frames) {
      for (const event of events) {
        if (event.type !== "MESSAGES_SNAPSHOT") continue;
        for (const { role } of event.messages) shown.add(role);
      }
      const rawMessages = isRecord(value) && Array.isArray(value.messages) ? value.messages : [];
      for (const { subject = "" } of issues) {
        const index = Number(/^messages\[(\d+)\]/.exec(subject)?.[1] ?? -1);
        const message: unknown = rawMessages[index];
        if (isRecord(message) && typeof message.role === "string") broken.add(message.role);
      }
    }
  }
  // `Object.keys` returns strings, whatever the keys of the type.
  return statusesOf(Object.keys(MESSAGE_ROLES) as Role[], shown, broken);
}

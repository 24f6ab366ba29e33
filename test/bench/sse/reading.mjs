import { strictEqual } from "node:assert/strict";
import { EventSchemas } from "@ag-ui/core/schemas";
import { canonicalEvents } from "../../../dist/core.js";
import { measure } from "../measure.mjs";
import { iterate } from "../reduce/ours.mjs";
import { works } from "../reduce/works.mjs";

const DELTAS = 16_000;
const GROUP_SIZE = 16;

/** Reads events as a thread does before it reduces them: faulty fields are read as meant. */
const ours = {
  name: "canonicalEvents",
  prepare(events) {
    const groups = [];
    for (let at = 0; at < events.length; at += GROUP_SIZE)
      groups.push(events.slice(at, at + GROUP_SIZE));
    return groups;
  },
  async run(groups) {
    let count = 0;
    for await (const events of canonicalEvents(iterate(groups))) count += events.length;
    return count;
  },
};

/** Refuses faulty events, as the reference client does. */
const schemas = {
  name: "EventSchemas.parse",
  run(events) {
    let count = 0;
    for (const event of events) if (EventSchemas.parse(event)) count++;
    return count;
  },
};

/** Measures the check of well-formed events of a work, in µs per event. */
export async function reading(name) {
  const { events } = works[name].stream(DELTAS);
  const times = await measure([ours, schemas], {
    input: events,
    check: (count, subject) => strictEqual(count, events.length, subject),
  });
  const [own, reference] = [ours, schemas].map(
    (subject) => (times.get(subject.name) * 1_000) / events.length,
  );
  return { own, reference };
}

import type { Message } from "../../src/protocol/events.ts";

/** Properties of a component, without its id and its type. */
type Properties = Readonly<Record<string, unknown>>;

export const component = (id: string, type: string, properties: Properties = {}) => ({
  id,
  component: type,
  ...properties,
});

export const text = (id: string, value: unknown) => component(id, "Text", { text: value });

export const create = (surfaceId = "s1", catalogId = "basic") => ({
  version: "v0.9",
  createSurface: { surfaceId, catalogId },
});

export const update = (components: readonly object[], surfaceId = "s1") => ({
  version: "v0.9",
  updateComponents: { surfaceId, components },
});

export const data = (path: string, value: unknown, surfaceId = "s1") => ({
  version: "v0.9",
  updateDataModel: { surfaceId, path, value },
});

export const remove = (surfaceId = "s1") => ({ version: "v0.9", deleteSurface: { surfaceId } });

export const activity = (id: string, content: object): Message => ({
  id,
  role: "activity",
  activityType: "a2ui-surface",
  content: { ...content },
});

export const surfaceActivity = (id: string, operations: readonly object[]): Message =>
  activity(id, { a2ui_operations: operations });

export const toolResult = (toolCallId: string, content: string): Message => ({
  id: `result-${toolCallId}`,
  role: "tool",
  toolCallId,
  content,
});

export const user = (id: string): Message => ({ id, role: "user", content: "Hi" });

/** Operations of a small form: a column with a text and a field, with data. */
export const formOperations = [
  create(),
  update([
    component("root", "Column", { children: ["title", "name"] }),
    text("title", { path: "/title" }),
    component("name", "TextField", { label: "Name", value: { path: "/name" } }),
  ]),
  data("/", { title: "Who are you?", name: "Ada" }),
];

import type { Message } from "../../src/protocol/events.ts";

const component = (id: string, type: string, properties: object = {}) => ({
  id,
  component: type,
  ...properties,
});

const text = (id: string, value: unknown, variant = "body") =>
  component(id, "Text", { text: value, variant });

const surface = (surfaceId: string, components: readonly object[], value: object = {}) => [
  { version: "v0.9", createSurface: { surfaceId, catalogId: "basic" } },
  { version: "v0.9", updateComponents: { surfaceId, components } },
  { version: "v0.9", updateDataModel: { surfaceId, path: "/", value } },
];

/** A form for a booking, whose button sends an action. */
export const booking = surface(
  "booking",
  [
    component("root", "Card", { child: "form" }),
    component("form", "Column", {
      children: ["title", "where", "names", "guests", "when", "room", "extras", "terms", "buttons"],
    }),
    text("title", "Book a table", "h2"),
    text("where", { path: "/where" }),
    component("names", "Row", { children: ["first", "last"] }),
    component("first", "TextField", { label: "First name", value: { path: "/first" } }),
    component("last", "TextField", {
      label: "Last name",
      value: { path: "/last" },
      checks: [
        {
          condition: { call: "required", args: { value: { path: "/last" } } },
          message: "Enter your last name.",
        },
      ],
    }),
    component("guests", "Slider", { label: "Guests", value: { path: "/guests" }, min: 1, max: 8 }),
    component("when", "DateTimeInput", {
      label: "Time",
      value: { path: "/when" },
      enableDate: true,
      enableTime: true,
    }),
    component("room", "ChoicePicker", {
      label: "Table",
      value: { path: "/room" },
      options: [
        { label: "Inside", value: "inside" },
        { label: "By the sea", value: "sea" },
      ],
    }),
    component("extras", "ChoicePicker", {
      label: "Extras",
      variant: "multipleSelection",
      displayStyle: "chips",
      value: { path: "/extras" },
      options: [
        { label: "Vegetarian menu", value: "vegetarian" },
        { label: "High chair", value: "chair" },
        { label: "Step-free", value: "stepFree" },
      ],
    }),
    component("terms", "CheckBox", {
      label: "Remember me",
      value: { path: "/remember" },
    }),
    component("buttons", "Row", { children: ["book", "map"] }),
    component("book", "Button", {
      child: "bookLabel",
      variant: "primary",
      action: { event: { name: "book", context: { guests: { path: "/guests" } } } },
      checks: [
        {
          condition: { call: "required", args: { value: { path: "/last" } } },
          message: "Last name",
        },
      ],
    }),
    text("bookLabel", "Book"),
    component("map", "Button", {
      child: "mapLabel",
      variant: "borderless",
      action: { functionCall: { call: "openUrl", args: { url: "https://example.com/map" } } },
    }),
    text("mapLabel", "Show on a map"),
  ],
  {
    where: "**Ponto Final**, on the quay in Almada",
    first: "Ada",
    last: "Lovelace",
    guests: 2,
    when: "2026-06-06T19:30",
    room: ["sea"],
    extras: ["vegetarian"],
    remember: true,
  },
);

/** The components that are not in the form. */
export const gallery = surface(
  "gallery",
  [
    component("root", "Column", { children: ["title", "tabs", "dialog"] }),
    text("title", "A day in Lisbon", "h1"),
    component("tabs", "Tabs", {
      tabs: [
        { title: "Plan", child: "plan" },
        { title: "Media", child: "media" },
      ],
    }),
    component("plan", "List", { children: { componentId: "stop", path: "/stops" } }),
    component("stop", "Card", { child: "stopRow" }),
    component("stopRow", "Row", {
      children: ["stopIcon", "stopText", "stopTime"],
      align: "center",
    }),
    component("stopIcon", "Icon", { name: { path: "icon" } }),
    component("stopText", "Text", { text: { path: "name" }, weight: 1 }),
    component("stopTime", "Text", { text: { path: "time" }, variant: "caption" }),
    component("media", "Column", { children: ["picture", "line", "sound"] }),
    component("picture", "Image", {
      url: "https://example.com/quay.jpg",
      description: "The quay at sunset",
    }),
    component("line", "Divider"),
    component("sound", "AudioPlayer", {
      url: "https://example.com/fado.mp3",
      description: "Fado",
    }),
    component("dialog", "Modal", { trigger: "open", content: "details" }),
    component("open", "Button", { child: "openLabel" }),
    text("openLabel", "Details"),
    text("details", "The ferry leaves every 20 minutes from Cais do Sodré."),
  ],
  {
    stops: [
      { icon: "locationOn", name: "Ferry to Almada", time: "17:00" },
      { icon: "star", name: "Sunset on the quay", time: "19:00" },
      { icon: "payment", name: "Dinner at Ponto Final", time: "19:30" },
    ],
  },
);

export const surfaceMessage = (id: string, content: object): Message => ({
  id,
  role: "activity",
  activityType: "a2ui-surface",
  content: { ...content },
});

/** Returns a conversation with one activity. */
export const conversationWith = (content: object): readonly Message[] => [
  { id: "u1", role: "user", content: "Book a table by the sea, please." },
  surfaceMessage("a1", content),
];

import { readField } from "../../readField.ts";

/** Task that needs a form. */
export interface Form {
  readonly words: RegExp;
  /** Message before the form. */
  readonly lead: string;
  readonly ask: string;
  readonly schema: Record<string, unknown>;
  readonly thank: (payload: unknown) => string;
}

const one = (value: string, title: string) => ({ const: value, title });

const sailing = {
  title: "Sailing weekend",
  type: "object",
  properties: {
    name: { type: "string", title: "Your name", minLength: 2 },
    email: {
      type: "string",
      format: "email",
      title: "Email",
      description: "For the packing list, and nothing else",
    },
    arrival: { type: "string", format: "date", title: "Day of arrival" },
    people: { type: "integer", minimum: 1, maximum: 6, default: 2, title: "People on board" },
    skill: {
      title: "Have you sailed before?",
      oneOf: [one("never", "Never"), one("some", "A few times"), one("skipper", "I can skipper")],
    },
    canSwim: { type: "boolean", title: "Everybody on board can swim" },
    crew: {
      type: "array",
      title: "Crew",
      description: "The others on board, by name",
      items: { type: "string", title: "Sailor", minLength: 2 },
      maxItems: 5,
      uniqueItems: true,
    },
    contact: {
      type: "object",
      title: "Whom to call in an emergency",
      properties: {
        name: { type: "string", title: "Name", minLength: 2 },
        phone: {
          type: "string",
          title: "Phone",
          pattern: "^\\+?[0-9 ]{6,}$",
          description: "With the country code, as +49 30 123456",
        },
      },
      required: ["name", "phone"],
    },
    remarks: { type: "string", title: "Anything else?", maxLength: 400 },
  },
  required: ["name", "email", "arrival", "people", "skill", "contact"],
};

const lunch = {
  title: "Lunch for the team",
  type: "object",
  properties: {
    time: {
      title: "When?",
      oneOf: [one("12:00", "At noon"), one("12:30", "At half past"), one("13:00", "At one")],
    },
    dishes: {
      type: "array",
      title: "Dishes",
      minItems: 1,
      maxItems: 8,
      items: {
        type: "object",
        title: "Dish",
        properties: {
          who: { type: "string", title: "For whom", minLength: 1 },
          dish: {
            title: "Dish",
            enum: [
              "Tomato soup",
              "Lentil curry",
              "Mushroom pasta",
              "Falafel bowl",
              "Fish and chips",
            ],
          },
        },
        required: ["who", "dish"],
      },
    },
    budget: { type: "number", minimum: 5, maximum: 200, title: "At most, in euros", default: 60 },
    cutlery: { type: "boolean", title: "With cutlery" },
  },
  required: ["time", "dishes", "budget"],
};

const kind = (value: string, title: string, name: string, label: string) => ({
  type: "object",
  title,
  properties: { kind: { const: value }, [name]: { type: "string", title: label, minLength: 1 } },
  required: ["kind", name],
});

const lostBag = {
  title: "Lost bag",
  type: "object",
  properties: {
    what: { type: "string", title: "What does it look like?", minLength: 3 },
    where: {
      title: "Where did you see it last?",
      oneOf: [
        kind("train", "On a train", "line", "Which line?"),
        kind("station", "At a station", "station", "Which station?"),
        kind("street", "Somewhere else", "place", "Where was that?"),
      ],
    },
    when: { type: "string", format: "date", title: "When was that?" },
    worth: { type: "number", minimum: 0, title: "What is in it worth, in euros?" },
    email: { type: "string", format: "email", title: "Email" },
  },
  required: ["what", "where", "email"],
};

export const forms: readonly Form[] = [
  {
    words: /sail|boat|course|weekend/i,
    lead: "With pleasure. The boat leaves from the north pier, and I need a few things from you first.",
    ask: "Sign up for the sailing weekend",
    schema: sailing,
    thank: (payload) => `Welcome aboard, ${firstName(payload)}. This is what I have put down:`,
  },
  {
    words: /lunch|food|eat|order/i,
    lead: "Good idea. Tell me who wants what.",
    ask: "Lunch for the team",
    schema: lunch,
    thank: (payload) => {
      const dishes = readField(payload, "dishes");
      const count = Array.isArray(dishes) ? dishes.length : 0;
      return `Ordered: ${count === 1 ? "one dish" : `${count} dishes`}.`;
    },
  },
  {
    words: /lost|bag|found|forgot/i,
    lead: "I am sorry to hear that. Let us see that it finds you again.",
    ask: "Report a lost bag",
    schema: lostBag,
    thank: () => "It is reported. Nine bags in ten turn up within a week. What I have passed on:",
  },
];

function firstName(payload: unknown): string {
  const name = readField(payload, "name");
  return typeof name === "string" ? (name.trim().split(/\s+/)[0] ?? "") : "";
}

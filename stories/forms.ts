import type { JsonSchema } from "../src/protocol/jsonSchema.ts";

/** A form with every control. */
export const trip: JsonSchema = {
  type: "object",
  title: "Trip",
  description: "What is needed to look for a flight and a place to stay.",
  properties: {
    city: { type: "string", title: "Where to", description: "A city or an airport." },
    email: { type: "string", format: "email", title: "Confirmation to" },
    website: { type: "string", format: "uri", title: "Conference page" },
    leave: { type: "string", format: "date", title: "First day" },
    meeting: { type: "string", format: "date-time", title: "First meeting" },
    wakeUp: { type: "string", format: "time" },
    guests: { type: "integer", minimum: 1, maximum: 9, default: 2 },
    budget: { type: "number", minimum: 0, description: "In euros, for everybody together." },
    seat: { enum: ["Window", "Aisle", "Any"], title: "Seat" },
    meal: { enum: ["Vegan", "Vegetarian", "Fish", "Meat"], default: "Vegetarian" },
    breakfast: { type: "boolean", title: "With breakfast", default: true },
    wishes: { type: "string", format: "textarea", title: "Anything else?" },
    ticket: { type: "string", contentEncoding: "base64", contentMediaType: "application/pdf" },
    version: { const: 1 },
    stay: {
      type: "object",
      title: "Place to stay",
      properties: {
        stars: { type: "integer", minimum: 1, maximum: 5 },
        area: { type: "string", title: "Part of the city" },
      },
    },
    tags: { type: "array", items: { type: "string" }, default: ["work"] },
    extras: {
      type: "array",
      title: "Which extras?",
      uniqueItems: true,
      minItems: 1,
      items: { enum: ["Lounge", "Fast lane", "Extra bag", "A seat with room for the legs"] },
    },
    more: { type: "object", title: "For the booking system" },
  },
  required: ["city", "email", "leave", "guests", "seat", "version", "extras"],
};

/** A list of objects that contain lists. */
export const people: JsonSchema = {
  type: "object",
  properties: {
    passengers: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: {
        type: "object",
        title: "Passenger",
        properties: {
          name: { type: "string" },
          born: { type: "string", format: "date", title: "Date of birth" },
          bags: {
            type: "array",
            items: { type: "string", enum: ["Small", "Large", "Skis", "Bike"] },
          },
        },
        required: ["name"],
      },
    },
  },
  required: ["passengers"],
};

const guest: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 2 },
    email: { type: "string", title: "Email", format: "email" },
    phone: { type: "string" },
    company: { type: "string" },
    diet: { type: "string", title: "What they cannot eat" },
    hotel: {
      type: "object",
      properties: {
        name: { type: "string", title: "Hotel" },
        nights: { type: "integer", minimum: 1, title: "Nights" },
      },
      required: ["name", "nights"],
    },
  },
  required: ["name", "email", "hotel"],
};
const guests = Array.from({ length: 30 }, (_, index) => `Guest ${index + 1}`);

/** A form with more fields than are rendered at first: the sections of the last guests are closed. */
export const conference: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(guests.map((name) => [name, guest])),
  required: guests,
};

/** Values of {@link conference}, of which those of the last guests are not valid. */
export const conferenceGuests: Readonly<Record<string, unknown>> = Object.fromEntries(
  guests.map((name, index) => [
    name,
    index < 27
      ? {
          name: `Guest ${index + 1}`,
          email: `guest${index + 1}@example.com`,
          hotel: { name: "Hotel do Porto", nights: 2 },
        }
      : { name: "", email: "nobody", phone: "+351 220 000 000" },
  ]),
);

/** Two alternatives that a constant distinguishes. */
export const payment: JsonSchema = {
  type: "object",
  properties: {
    payment: {
      title: "How to pay",
      oneOf: [
        {
          type: "object",
          title: "Card",
          properties: {
            kind: { const: "card" },
            number: { type: "string", title: "Card number", minLength: 12 },
          },
          required: ["kind", "number"],
        },
        {
          type: "object",
          title: "Bank transfer",
          properties: { kind: { const: "transfer" }, iban: { type: "string", title: "IBAN" } },
          required: ["kind", "iban"],
        },
      ],
    },
  },
  required: ["payment"],
};

/** Parameters of a story that throws on purpose: its reported errors are expected. */
export const reporting = {
  beforeEach: () => {
    const { reportError } = globalThis;
    globalThis.reportError = (error) => console.info("Reported", error);
    return () => {
      globalThis.reportError = reportError;
    };
  },
};

import { screen } from "@testing-library/react";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

export const trip: JsonSchema = {
  type: "object",
  title: "Trip",
  description: "What is needed.",
  properties: {
    city: { type: "string", title: "Where to", description: "A city or an airport." },
    firstDay: { type: "string" },
    days: { type: "integer", minimum: 1, default: 3 },
  },
  required: ["city", "days"],
};

export const city = () => screen.getByRole("textbox", { name: "Where to" });

export const days = () => screen.getByRole("spinbutton", { name: "Days" });

import { screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import type { FormGenerator } from "../../../src/components/generativeForm/GenerativeFormCard.tsx";
import { useGenerativeForm } from "../../../src/components/generativeForm/useGenerativeForm.tsx";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { renderToolChat } from "../../hooks/toolChat.tsx";
import { call, callRun, resultsIn } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";

/** The example of the draft of AG-UI. */
const request = {
  description: "A form that collects a user's shipping address.",
  data: { firstName: "Ada", city: "London" },
  output: {
    type: "object",
    required: ["firstName", "city", "country"],
    properties: {
      firstName: { type: "string", title: "First Name" },
      city: { type: "string", title: "City" },
      country: { type: "string", title: "Country", enum: ["GB", "US"] },
    },
  },
};

function Forms({ generator }: { readonly generator?: FormGenerator }): ReactNode {
  useGenerativeForm({ generator });
  return null;
}

function askWith(args: unknown, generator?: FormGenerator) {
  const agent = scriptedAgent(
    callRun(call("generateUserInterface", args, "c1")),
    textRun("Thank you."),
  );
  const chat = renderToolChat(agent, <Forms {...(generator && { generator })} />);
  chat.begin();
  return { agent, ...chat };
}

const city = () => screen.findByRole("textbox", { name: "City" });
const country = () => screen.findByRole("radio", { name: "GB" });
const submit = () => screen.getByRole("button", { name: "Submit" });

describe("a form that the agent asks for", () => {
  test("has the fields of the expected answer with the known data, and answers the agent", async () => {
    const { agent, user } = askWith(request);
    await screen.findByRole("group", { name: request.description });
    expect(await city()).toHaveValue("London");
    await user.click(await country());
    await user.click(submit());
    await screen.findByText("Thank you.");
    expect(JSON.parse(String(resultsIn(agent.inputs[1]).c1?.content))).toEqual({
      firstName: "Ada",
      city: "London",
      country: "GB",
    });
    expect(screen.queryByRole("form")).toBeNull();
    expect(screen.getByText(request.description)).toBeInTheDocument();
  });

  test("is offered with objects as arguments, and takes texts", async () => {
    const { agent } = askWith({ ...request, output: JSON.stringify(request.output) });
    await city();
    expect(agent.inputs[0]?.tools).toMatchObject([
      {
        name: "generateUserInterface",
        parameters: {
          properties: { data: { type: "object" }, output: { type: "object" } },
          required: ["description"],
        },
      },
    ]);
  });

  test("is refused with its problems until the answer is valid", async () => {
    const { agent, user } = askWith(request);
    await country();
    await user.click(submit());
    await waitFor(async () => expect(await country()).toHaveFocus());
    expect(agent.inputs).toHaveLength(1);
  });

  test("tells the agent that the user declines", async () => {
    const { agent, user } = askWith(request);
    await city();
    await user.click(screen.getByRole("button", { name: "Skip" }));
    await screen.findByText("Thank you.");
    expect(resultsIn(agent.inputs[1]).c1?.content).toMatch(/denied|declined/i);
  });
});

describe("a generator", () => {
  const generated = {
    jsonSchema: {
      type: "object",
      required: ["city"],
      properties: {
        city: { type: "string", title: "Town" },
        zip: { type: "string", title: "ZIP" },
      },
    },
    uiSchema: {
      type: "Group",
      label: "Place",
      elements: [{ type: "Control", scope: "#/properties/zip" }],
    },
    initialData: { city: "Paris" },
  } as const;

  test("decides on the fields, their arrangement and their values", async () => {
    const generator = vi.fn<FormGenerator>(async () => generated);
    askWith(request, generator);
    expect(await screen.findByRole("textbox", { name: "Town" })).toHaveValue("Paris");
    expect(screen.getByRole("group", { name: "Place" })).toBeVisible();
    expect(generator.mock.calls).toEqual([[request]]);
  });

  test("cannot accept what the agent does not expect", async () => {
    const { agent, user } = askWith(request, () => generated);
    await screen.findByRole("textbox", { name: "Town" });
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("firstName"));
    expect(agent.inputs).toHaveLength(1);
  });

  test("shows that it works", async () => {
    const form = createDeferred<typeof generated>();
    askWith(request, () => form.promise);
    expect(await screen.findByText("Preparing the form…")).toBeVisible();
    expect(screen.getByRole("group", { name: request.description })).toHaveAttribute("aria-busy");
    form.resolve(generated);
    await screen.findByRole("textbox", { name: "Town" });
    expect(screen.queryByText("Preparing the form…")).toBeNull();
  });

  test.each([
    ["fails", () => Promise.reject(new Error("No model"))],
    [
      "throws",
      () => {
        throw new Error("No model");
      },
    ],
  ])("leaves the default form when it %s, and reports the error", async (_, generator) => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    askWith(request, generator);
    expect(await city()).toHaveValue("London");
    expect(report).toHaveBeenCalledWith(new Error("No model"));
    vi.unstubAllGlobals();
  });

  test("leaves the default form when it makes none", async () => {
    askWith(request, () => undefined);
    expect(await city()).toHaveValue("London");
  });
});

import { describe, expect, test } from "vitest";
import { parseMessages } from "../../../src/protocol/parseMessages.ts";

const annotations = [{ type: "url_citation", url: "https://a.example" }];

/** Returns the message as it is read. The fields are those of other systems, which the type does not have. */
function read(fields: object) {
  return parseMessages([{ id: "a", role: "assistant", content: "By ferry [1].", ...fields }])[0];
}

describe("the sources of a reply", () => {
  test.each(["annotations", "citations", "sources"])("become metadata from `%s`", (name) => {
    expect(read({ [name]: annotations })).toEqual({
      id: "a",
      role: "assistant",
      content: "By ferry [1].",
      metadata: { [name]: annotations },
    });
  });

  test("are added to the metadata that the reply has", () => {
    const metadata = { model: "m", citations: ["https://b.example"] };
    expect(read({ annotations, citations: ["https://a.example"], metadata })?.metadata).toEqual({
      annotations,
      ...metadata,
    });
  });

  test.each([{ annotations: [] }, { annotations: null }, { sources: "none" }])(
    "leave no metadata when they are %j",
    (fields) => {
      expect(read(fields)).not.toHaveProperty("metadata");
    },
  );
});

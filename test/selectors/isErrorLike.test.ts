// @vitest-environment node
import { expect, test } from "vitest";
import type { ToolMessage } from "../../src/protocol/events.ts";
import { isErrorLike } from "../../src/selectors/isErrorLike.ts";

const result = (content: ToolMessage["content"]): ToolMessage => ({
  ...{ id: "r1", role: "tool", toolCallId: "c1", content },
});

test.each([
  '{"status":{"toString":1}}',
  '{"message":"offline","statusCode":{"valueOf":1,"toString":1}}',
])("reads %s as data, because its status is an object", (text) => {
  expect(isErrorLike(result(text))).toBe(false);
});

test.each([
  "Error: the city is not known",
  "  error: offline",
  "Error executing tool get_weather: timeout",
  "Error in tool get_weather: timeout",
  "Tool execution failed: timeout",
  "Tool get_weather failed: timeout",
  '{"statusCode":500,"message":"offline"}',
  '{"message":"offline","status_code":404}',
  "ValueError: bad city",
  "openai.RateLimitError: slow down",
  "Exception: bad city",
  "Traceback (most recent call last):\n  File …",
  '{"error":"offline"}',
  '{"city":"Rome","error":{"code":404}}',
  '{"isError":true,"content":[]}',
  '{"status":"error","message":"offline"}',
  '{"success":false,"message":"offline"}',
  '{"ok":false}',
  '{"errors":[{"message":"offline"}],"data":null}',
  '{"is_error":true,"content":"offline"}',
  '{"isError":true}',
  '{"status":"failed","message":"offline"}',
  '{"type":"error","message":"offline"}',
  '[{"error":"offline"}]',
  "**Error:** offline",
  "Error (404): no such city",
  "❌ Error: offline",
  "⚠️ **Error:** offline",
  "ToolException('offline')",
  '"Error: offline"',
  '[{"type":"text","text":"Error: offline"}]',
  '{"result":{"error":"offline"}}',
  '{"output":{"error":{"code":404}}}',
  '{"data":{"success":false,"message":"offline"}}',
  '{"content":{"isError":true}}',
  '{"result":"Error: offline"}',
  '{"output":"{\\"error\\":\\"offline\\"}"}',
  "MCP error -32602: Invalid arguments for tool get_weather",
  "An error occurred while running the tool. Please try again. Error: offline",
  "I encountered an error while trying to use the tool. This was the error: offline.",
  "Encountered error: offline",
  "Tool error: offline",
  '{"errorMessage":"offline","errorType":"Timeout"}',
  '{"error_message":"offline"}',
  '{"type":"error-text","value":"offline"}',
])("a result reads like an error when it is %j", (text) => {
  expect(isErrorLike(result(text))).toBe(true);
  expect(isErrorLike(result([{ type: "text", text }]))).toBe(true);
});

test.each([
  "",
  '{"error": {"code": 0, "message": ""}}',
  "18 °C",
  "No error: all tests passed",
  "Error rates: 5 % in May, 4 % in June",
  "Terror: a film of 1978",
  "Error in May: 5 %",
  "Tools that failed: none",
  '{"statusCode":200,"message":"sunny"}',
  '{"statusCode":404}',
  "Error: none",
  "Errors: none",
  '"18 °C"',
  '[{"type":"text","text":"18 °C"}]',
  '["Error: offline","18 °C"]',
  '{"error":null,"city":"Rome"}',
  '{"error":"","city":"Rome"}',
  '{"error":false}',
  '{"error":{}}',
  '{"errorMessage":"","error_message":null,"city":"Rome"}',
  "An error occurred while booking: the flight is full. I chose another one.",
  '{"success":true,"ok":true,"errors":[]}',
  '{"success":"false","ok":0}',
  "Exceptional: a film of 1999",
  '{"errors":[],"log":[{"error":"of another service"}]}',
  '{"isError":false,"status":"ok"}',
  '{"error":"cut',
  '[{"error":"offline"},{"city":"Rome"}]',
  "[]",
  '{"error":"none"}',
  '{"type":"errors","status":"ok"}',
  '{"result":{"error":null}}',
  '{"data":{"error":""}}',
  '{"result":{"error":"none"}}',
  '{"data":[{"error":"offline"},{"error":"of another service"}]}',
  '{"result":[{"error":"offline"}]}',
  '{"result":{"error":0.02,"errors":3}}',
  '{"data":{"id":7,"status":"failed"}}',
  '{"success":true,"data":{"error":"of a job"}}',
  '{"status":"success","result":"Error: the first line of a log"}',
  '{"isError":false,"content":{"error":"of a job"}}',
  '{"content":"Errors of a page"}',
  '{"result":{"data":{"error":"offline"}}}',
  `${'{"a":'.repeat(200_000)}"error"`,
])("a result does not read like an error when it is %.60j", (text) => {
  expect(isErrorLike(result(text))).toBe(false);
});

test("a result reads like an error when its metadata reports one", () => {
  const failed = { ...result("offline"), metadata: { is_error: true } };
  expect(isErrorLike(failed)).toBe(true);
  expect(isErrorLike({ ...failed, metadata: { is_error: false } })).toBe(false);
});

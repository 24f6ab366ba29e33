import { agUiClient } from "./agUiClient.mjs";
import { aiSdk } from "./aiSdk.mjs";
import { assistantUi } from "./assistantUi.mjs";
import { copilotKit } from "./copilotKit.mjs";
import { tanStack } from "./tanStack.mjs";

export const peers = [agUiClient, copilotKit, assistantUi, aiSdk, tanStack];

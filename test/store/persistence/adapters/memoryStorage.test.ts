import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { describeStorage } from "../describeStorage.ts";

describeStorage("memory", () => {
  const storage = memoryStorage();
  return { storage, reopen: () => storage };
});

import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { describeStorage } from "../storageSuite.ts";

describeStorage("memory", () => {
  const storage = memoryStorage();
  return { storage, reopen: () => storage };
});

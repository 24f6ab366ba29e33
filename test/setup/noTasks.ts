/**
 * Hides the tasks of Chromium from React, which would create one for each element: they only label the asynchronous
 * stacks of its developer tools.
 */
Reflect.deleteProperty(console, "createTask");

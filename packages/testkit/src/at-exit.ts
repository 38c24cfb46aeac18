const tasks: (() => void)[] = [];

/** Runs `task` when this process ends, or at the end of `bun test`, whether tests passed or not. */
export function atExit(task: () => void): void {
  tasks.push(task);
}

/** Last made, first undone: servers end before the directories they write to go away. */
export function runExitTasks(): void {
  for (const task of tasks.splice(0).reverse()) task();
}

process.on('exit', runExitTasks);

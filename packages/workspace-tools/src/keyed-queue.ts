/** Runs tasks with the same key one after the other, and all others side by side. */
export class KeyedQueue {
    private readonly tails = new Map<string, Promise<unknown>>();

    /** Runs a task when all earlier ones with its key have ended, well or badly; answers as the task does. */
    async run<T>(key: string, task: () => Promise<T>): Promise<T> {
        const previous = this.tails.get(key) ?? Promise.resolve();
        const current = previous.then(task, task);
        this.tails.set(key, current);
        try {
            return await current;
        } finally {
            if (this.tails.get(key) === current) {
                this.tails.delete(key);
            }
        }
    }
}

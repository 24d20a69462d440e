import { MockLogger } from '@theia/core/lib/common/test/mock-logger';

/** Keeps what is logged for those who look for the reason of something. */
export class KeepingLogger extends MockLogger {
    /** What was logged at debug level. */
    readonly lines: string[] = [];
    readonly warnings: string[] = [];
    readonly errors: string[] = [];

    override debug(...args: unknown[]): Promise<void> {
        this.lines.push(String(args[0]));
        return Promise.resolve();
    }

    override error(...args: unknown[]): Promise<void> {
        this.errors.push(String(args[0]));
        return Promise.resolve();
    }

    override warn(...args: unknown[]): Promise<void> {
        this.warnings.push(String(args[0]));
        return Promise.resolve();
    }
}

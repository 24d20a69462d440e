import type { SandboxCommand, SandboxExit, SandboxProcess } from './sandbox-provider';

/** What a program and all that it started take of the machine at one moment. */
export interface ResourceUse {
    readonly processes: number;
    readonly memoryBytes: number;
}

/**
 * Ends a program that takes more than it may, and says so in its exit. It has not ended while someone still looks what it takes.
 * @param measure asked again and again, so long after each answer; answers undefined, or fails, while nothing can be told
 */
export function withinLimits(
    process: SandboxProcess,
    { mostProcesses = Infinity, mostMemoryBytes = Infinity }: SandboxCommand,
    intervalMs: number,
    measure: () => Promise<ResourceUse | undefined>
): SandboxProcess {
    let exceeded: SandboxExit['exceeded'];
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    let looking: Promise<void> | undefined;
    const look = async (): Promise<void> => {
        // The machine may lack what a look needs, such as descriptors. The next one may find it.
        const use = await measure().catch(() => undefined);
        if (isOver) {
            return;
        }
        exceeded = use && use.processes > mostProcesses ? 'processes' : use && use.memoryBytes > mostMemoryBytes ? 'memory' : undefined;
        if (exceeded) {
            process.kill();
        } else {
            lookLater();
        }
    };
    const lookLater = (): void => {
        timer = setTimeout(() => {
            looking = look();
        }, intervalMs);
    };
    lookLater();
    const ended = process.ended.then(async exit => {
        isOver = true;
        clearTimeout(timer);
        await looking;
        return { ...exit, exceeded };
    });
    return { ...process, ended };
}

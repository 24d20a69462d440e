import { CommandOutcome, CommandResultPost } from '@openspace/protocol';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { HUB_LIMITS } from '../hub-limits';
import { TalliedHistogram } from './tallied-histogram';

/** What is true at the moment of asking. */
export interface HubLoad {
    readonly links: number;
    /** Calls that wait for an IDE. */
    readonly openCalls: number;
    /** Commands that wait in the queues of the linked IDEs. */
    readonly queuedCommands: number;
    readonly mcpSessions: number;
}

/** What of a command's end is counted. */
type EndedCommand = Pick<CommandResultPost, 'commandId' | 'outcome' | 'result'>;

/** Counts what the Hub does, for Prometheus. Labels have few values each: no session, no path, nothing that an agent invents. */
export class HubMetrics {
    readonly registry = new Registry();
    private readonly counted = new Set<string>();

    private readonly commands = new Counter({
        name: 'openspace_commands_total',
        help: 'Commands that ended, by command and outcome.',
        labelNames: ['command', 'outcome'] as const,
        registers: [this.registry]
    });
    private readonly durations = new Histogram({
        name: 'openspace_command_duration_seconds',
        help: 'How long commands ran, in the IDE or at a door to the workspace.',
        labelNames: ['command'] as const,
        buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
        registers: [this.registry]
    });
    private readonly instructions = new TalliedHistogram({
        name: 'openspace_instructions_bytes',
        help: 'Size of the instructions that agents were sent.',
        buckets: [1_000, 4_000, 8_000, 16_000, 32_000, 64_000],
        registers: [this.registry]
    });
    private readonly requests = new TalliedHistogram({
        name: 'openspace_request_duration_seconds',
        help: 'How long requests took, by route and status.',
        labelNames: ['method', 'route', 'status'] as const,
        buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
        registers: [this.registry]
    });

    constructor(load: () => HubLoad) {
        // Among them the lag of the event loop.
        collectDefaultMetrics({ register: this.registry });
        this.gauge('openspace_links', 'IDEs that are linked.', () => load().links);
        this.gauge('openspace_open_calls', 'Calls that wait for an IDE.', () => load().openCalls);
        this.gauge(
            'openspace_queued_commands',
            'Commands that wait in the queues of the linked IDEs, of all agents.',
            () => load().queuedCommands
        );
        this.gauge('openspace_mcp_sessions', 'MCP clients with a session.', () => load().mcpSessions);
    }

    /** @param route the address as it was registered; nothing for one that is none of ours */
    requestEnded(seconds: number, method: string, route: string | undefined, status: number): void {
        this.requests.tally(seconds, route === undefined ? 'any' : method, route ?? 'none', status);
    }

    /** @param isKnown whether a manifest has the command */
    commandEnded({ commandId, outcome, result }: EndedCommand, isKnown: boolean): void {
        this.count(isKnown && this.hasRoomFor(commandId) ? commandId : 'other', outcome, result.executionTime);
    }

    /**
     * @param command the door and its tool, of which there are few
     * @param durationMs nothing for what was refused before it became an operation
     */
    operationEnded(command: string, outcome: CommandOutcome, durationMs?: number): void {
        this.count(command, outcome, durationMs);
    }

    /** Notes how long the instructions were that an agent was sent. */
    instructionsSent(bytes: number): void {
        this.instructions.tally(bytes);
    }

    private count(command: string, outcome: CommandOutcome, durationMs: number | undefined): void {
        this.commands.inc({ command, outcome });
        if (durationMs !== undefined) {
            this.durations.observe({ command }, durationMs / 1000);
        }
    }

    /** A manifest may name ever new commands. */
    private hasRoomFor(commandId: string): boolean {
        if (this.counted.size < HUB_LIMITS.countedCommands) {
            this.counted.add(commandId);
        }
        return this.counted.has(commandId);
    }

    private gauge(name: string, help: string, value: () => number): void {
        new Gauge({
            name,
            help,
            registers: [this.registry],
            collect() {
                this.set(value());
            }
        });
    }
}

/** Of so many sessions it is known; the one that was quiet for longest is forgotten first. */
const MAX_SESSIONS = 1_000;

/** Stands for programs that keep no connection: nobody learns when they are gone. */
const NO_CONNECTION = '';

/** What is known of a session. */
interface DoorSession {
    /** The connections to the Hub that speak for it. */
    readonly connections: Set<string>;
    /** Where it has called commands. */
    readonly tabIds: Set<string>;
}

/** The sessions of programs at the Hub's doors. They end with the last of their connections, unless a program without one shares them. */
export class DoorSessions {
    protected readonly sessions = new Map<string, DoorSession>();

    /** A session calls a command in a tab. */
    note(sessionId: string, tabId: string, connection = NO_CONNECTION): void {
        const session = this.sessions.get(sessionId) ?? { connections: new Set(), tabIds: new Set() };
        this.sessions.delete(sessionId);
        this.sessions.set(sessionId, session);
        session.tabIds.add(tabId);
        session.connections.add(connection);
        const [oldest] = this.sessions.keys();
        if (this.sessions.size > MAX_SESSIONS) {
            this.sessions.delete(oldest);
        }
    }

    /** Only these connections are left. Forgets the sessions that have none any more, and answers with them and their tabs. */
    keepConnections(left: readonly string[]): { readonly sessionId: string; readonly tabIds: readonly string[] }[] {
        const isLeft = new Set([...left, NO_CONNECTION]);
        return [...this.sessions].flatMap(([sessionId, { connections, tabIds }]) => {
            const lost = [...connections].filter(connection => !isLeft.has(connection));
            lost.forEach(connection => connections.delete(connection));
            if (lost.length === 0 || connections.size > 0) {
                return [];
            }
            this.sessions.delete(sessionId);
            return [{ sessionId, tabIds: [...tabIds] }];
        });
    }

    /** A tab does not come back. Forgets it, and answers with the sessions that have called commands there. */
    leaveTab(tabId: string): string[] {
        return [...this.sessions].flatMap(([sessionId, { tabIds }]) => (tabIds.delete(tabId) ? [sessionId] : []));
    }
}

import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container, injectable } from '@theia/core/shared/inversify';
import { ActivityServer, type ActivityEntry, type ActivityState } from '../../common';
import { ActivityService } from './activity-service';

@injectable()
class SmallService extends ActivityService {
    protected override mostEntries = 3;
}

function entryOf(callId: string, revision: number, state: ActivityState = 'running', askedAt = revision): ActivityEntry {
    return { callId, revision, sessionId: 's1', commandId: 'openspace.pane.list', client: 'chat', state, askedAt };
}

function setUp(history: () => Promise<readonly ActivityEntry[]>) {
    const opening = new Emitter<void>();
    const container = new Container();
    container.bind(ILogger).toConstantValue(new MockLogger());
    container.bind(ActivityServer).toConstantValue({ followActivity: history, onDidOpenConnection: opening.event });
    container.bind(ActivityService).to(SmallService).inSingletonScope();
    const service = container.get(ActivityService);
    const told: string[] = [];
    service.onDidChange(entries => told.push(...entries.map(({ callId, state }) => `${callId} ${state}`)));
    const loaded = new Promise<void>(resolve => service.onDidLoad(resolve));
    service.onStart();
    return { service, told, loaded, opening };
}

const idsOf = ({ entries }: ActivityService): string[] => entries.map(({ callId, state }) => `${callId} ${state}`);

describe('ActivityService', () => {
    it('shows what happened before it came, and tells only of what happens from then on', async () => {
        const { service, told, loaded } = setUp(() => Promise.resolve([entryOf('c1', 1, 'done'), entryOf('c2', 2)]));
        await loaded;
        service.onActivity([entryOf('c2', 3, 'done', 2), entryOf('c3', 4)]);
        assert.deepEqual(idsOf(service), ['c1 done', 'c2 done', 'c3 running']);
        assert.deepEqual(told, ['c2 done', 'c3 running']);
    });

    it('is not set back by a history that is older than what it knows', async () => {
        let answer: (entries: readonly ActivityEntry[]) => void = () => undefined;
        const { service, loaded } = setUp(() => new Promise(resolve => (answer = resolve)));
        service.onActivity([entryOf('c2', 3, 'done', 2)]);
        answer([entryOf('c1', 1, 'done'), entryOf('c2', 2)]);
        await loaded;
        assert.deepEqual(idsOf(service), ['c1 done', 'c2 done']);
    });

    it('forgets the oldest', () => {
        const { service } = setUp(() => Promise.resolve([]));
        service.onActivity([1, 2, 3, 4, 5].map(number => entryOf(`c${number}`, number)));
        assert.deepEqual(idsOf(service), ['c3 running', 'c4 running', 'c5 running']);
    });

    it('loads again with a new connection', async () => {
        const histories = [[entryOf('c1', 1)], [entryOf('c1', 2, 'done', 1)]];
        const { service, loaded, opening } = setUp(() => Promise.resolve(histories.shift() ?? []));
        await loaded;
        const again = new Promise<void>(resolve => service.onDidLoad(resolve));
        opening.fire();
        await again;
        assert.deepEqual(idsOf(service), ['c1 done']);
    });
});

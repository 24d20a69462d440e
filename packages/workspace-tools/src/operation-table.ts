import type { CommandArgumentSchema, RiskClass } from '@openspace/protocol';
import { editRequestSchema } from './edit/edit-request';
import { execRequestSchema } from './exec/exec-request';
import { gitRequestSchema, gitRisk } from './git/git-request';
import { grepRequestSchema } from './grep/grep-request';
import { globRequestSchema } from './list/glob-request';
import { listRequestSchema } from './list/list-request';
import { modifyRequestSchema } from './modify/modify-request';
import { OperationName } from './operation';
import { patchRequestSchema } from './patch/patch-request';
import { readRequestSchema } from './read/read-request';
import { searchRequestSchema } from './search/search-request';
import { statRequestSchema } from './stat/stat-request';
import { infoRequestSchema } from './stat/workspace-info';
import { makeDirectoryRequestSchema, writeRequestSchema } from './write/write-request';

interface Operation {
    /** Of an operation with several actions, what the requested one may do; asked before the request is checked. */
    readonly risk: RiskClass | ((request: Readonly<Record<string, unknown>>) => RiskClass);
    readonly requestSchema: CommandArgumentSchema;
}

/** What each operation may do, and what its request looks like. */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
    read: { risk: 'read', requestSchema: readRequestSchema },
    list: { risk: 'read', requestSchema: listRequestSchema },
    glob: { risk: 'read', requestSchema: globRequestSchema },
    grep: { risk: 'read', requestSchema: grepRequestSchema },
    search: { risk: 'read', requestSchema: searchRequestSchema },
    stat: { risk: 'read', requestSchema: statRequestSchema },
    info: { risk: 'read', requestSchema: infoRequestSchema },
    makeDirectory: { risk: 'write', requestSchema: makeDirectoryRequestSchema },
    write: { risk: 'write', requestSchema: writeRequestSchema },
    edit: { risk: 'write', requestSchema: editRequestSchema },
    modify: { risk: 'write', requestSchema: modifyRequestSchema },
    patch: { risk: 'write', requestSchema: patchRequestSchema },
    exec: { risk: 'execute', requestSchema: execRequestSchema },
    git: { risk: gitRisk, requestSchema: gitRequestSchema }
};

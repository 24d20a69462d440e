import type { CommandDefinition } from '@openspace/protocol';
import { nls } from '@theia/core/lib/common';
import React from '@theia/core/shared/react';
import { argumentType } from './argument-type';

interface CommandEntryProps {
    readonly command: CommandDefinition;
    readonly onTry: () => void;
    readonly onCopy: (block: string) => void;
}

/** One command: what it does, its arguments, and an example as an agent writes it. */
export function CommandEntry({ command, onTry, onCopy }: CommandEntryProps): React.ReactElement {
    const copy = nls.localize('openspace/reference/copy', 'Copy the example of {0}', command.name);
    const block = `%%OS${JSON.stringify({ cmd: command.id, args: command.example })}%%`;
    return (
        <section className="openspace-reference-command" aria-label={command.name}>
            <header>
                <h3>{command.name}</h3>
                <code>{command.id}</code>
                <span className={`openspace-reference-risk ${command.risk}`} title={RISKS[command.risk]()}>
                    {command.risk}
                </span>
                <button className="theia-button secondary" onClick={onTry}>
                    {nls.localize('openspace/reference/try', 'Try it')}
                </button>
            </header>
            <p>{command.description}</p>
            <Arguments schema={command.arguments_schema} />
            <div className="openspace-reference-example">
                <code>{block}</code>
                <button className="codicon codicon-copy" title={copy} aria-label={copy} onClick={() => onCopy(block)} />
            </div>
        </section>
    );
}

function Arguments({ schema }: { schema: CommandDefinition['arguments_schema'] }): React.ReactElement | null {
    const names = Object.keys(schema.properties);
    if (names.length === 0) {
        return null;
    }
    return (
        <table>
            <thead>
                <tr>
                    <th>{nls.localize('openspace/reference/argument', 'Argument')}</th>
                    <th>{nls.localize('openspace/reference/type', 'Type')}</th>
                    <th>{nls.localize('openspace/reference/meaning', 'Meaning')}</th>
                </tr>
            </thead>
            <tbody>
                {names.map(name => {
                    const property = schema.properties[name] as { description?: string; default?: unknown };
                    return (
                        <tr key={name}>
                            <td>
                                <code>{name}</code>
                                {schema.required?.includes(name) ? ' *' : ''}
                            </td>
                            <td>
                                <code>{argumentType(property)}</code>
                            </td>
                            <td>
                                {property.description}
                                {property.default === undefined
                                    ? ''
                                    : ` ${nls.localize('openspace/reference/default', 'Default: {0}.', JSON.stringify(property.default))}`}
                            </td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

const RISKS: Record<CommandDefinition['risk'], () => string> = {
    read: () => nls.localize('openspace/reference/read', 'Changes nothing'),
    view: () => nls.localize('openspace/reference/view', 'Changes what the window shows'),
    write: () => nls.localize('openspace/reference/write', 'Changes files'),
    execute: () => nls.localize('openspace/reference/execute', 'Runs programs')
};

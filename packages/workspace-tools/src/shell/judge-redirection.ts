import type { ProgramCall } from './program-call';
import type { Redirection } from './shell-syntax';
import type { WriteOrder } from './write-order';

/** Where programs write what they show. What is named `/dev/stdout` or `/dev/stderr` is what is open there. */
const SHOWN: readonly (number | undefined)[] = [1, 2];

/** Whether a path is a name of what a program writes to. */
export function isOutput(path: string): boolean {
    return /^\/dev\/std(?:out|err)$/.test(path);
}

/** Notes what is wrong with where a command reads from or writes to, and that it writes. */
export function judgeRedirection({ operator, target, descriptor }: Redirection, call: ProgramCall, order: WriteOrder): void {
    const { literal } = target;
    const duplicated = /[<>]&$/.test(operator) ? /^(?:(\d+)-?|-)$/.exec(literal ?? '') : null;
    if (duplicated) {
        const source = duplicated.at(1);
        const isShown = SHOWN.includes(descriptor ?? (operator === '>&' ? 1 : 0));
        if (isShown && source !== undefined && !SHOWN.includes(Number(source))) {
            call.dangerous('where it writes is not written out');
        }
    } else if (literal?.startsWith('/dev/tcp/') || literal?.startsWith('/dev/udp/')) {
        call.dangerous('it connects to another machine');
    } else if (operator === '<') {
        if (SHOWN.includes(descriptor)) {
            call.dangerous('it opens a file for reading where programs write');
        }
        call.reads(target);
    } else if (operator !== '<<' && operator !== '<<<') {
        call.writes(target);
        if (operator.endsWith('>>')) {
            order.appends(call.location.mayBeFilled(literal ?? ''));
        } else {
            call.empties(target);
            if (isOutput(literal ?? '')) {
                order.opensOutput();
            }
        }
        order.writesAt(literal ?? '');
        order.writes(literal ?? '');
    }
}

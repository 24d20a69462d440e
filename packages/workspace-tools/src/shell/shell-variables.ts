import { OWN_VARIABLES } from '../exec/command-environment';
import {
    isActiveVariable,
    isHarmlessVariable,
    isLocalVariable,
    isShownVariable,
    mayBeActiveVariable,
    ValueMeanings
} from './active-variables';
import { Concern, Findings } from './findings';
import type { ProgramCall } from './program-call';
import type { Word } from './shell-syntax';

/** Builtins that set variables. */
const DECLARES = ['export', 'declare', 'local', 'readonly', 'typeset', 'read'];

/** Whether a builtin sets the variables that its arguments name. */
export function declaresVariables(name: string): boolean {
    return DECLARES.includes(name);
}

/** Keeps track of the variables that a command line sets, and notes those by which programs might do something else. */
export class ShellVariables {
    private readonly exported = new Set<string>(OWN_VARIABLES);
    /** Variables of the shell that programs should not get. */
    private readonly doubtful = new Set<string>();

    constructor(
        private readonly findings: Findings,
        /** Whether programs get the environment of a person's terminal, and what earlier lines there made of it. */
        private readonly inTerminal: boolean,
        private readonly meanings: ValueMeanings
    ) {}

    /** Notes a variable that programs get with whichever command, and its value. */
    given(name: string, value: string): void {
        this.handsOn(name, value, name);
        this.exported.add(name);
    }

    /** Notes a variable that decides what programs do, whatever becomes of it. */
    touches(name: string, source: string): void {
        if (!/^[A-Za-z_]\w*$/.test(name)) {
            this.findings.add(Concern.dangerous, 'which variable it sets is not known, or it may be a function', source);
        } else if (isActiveVariable(name)) {
            this.findings.add(Concern.dangerous, `the variable ${name} can decide which programs run`, source);
        } else if (mayBeActiveVariable(name)) {
            this.findings.add(Concern.unproven, `the variable ${name} may decide what programs do`, source);
        }
    }

    /** Notes a variable that a program gets, with its value or undefined where the shell decides that. */
    handsOn(name: string, value: string | undefined, source: string): void {
        this.touches(name, source);
        if (!this.isHarmless(name, value)) {
            this.findings.add(Concern.unproven, `what programs make of the variable ${name} is not known`, source);
        }
    }

    /** Notes a variable of the shell that gets a value, or one that the shell decides. */
    sets(name: string, value: string | undefined, source: string): void {
        this.touches(name, source);
        if (!this.isHarmless(name, value)) {
            this.doubtful.add(name);
        }
        this.judgeExported(name, source);
    }

    /** Notes what a loop sets, one value after the other. */
    setsEach(name: string, words: readonly Word[], source: string): void {
        const values = words.length === 0 ? [undefined] : words.map(({ literal }) => literal);
        values.forEach(value => this.sets(name, value, source));
    }

    /** Notes what a builtin sets and hands on. */
    declares(call: ProgramCall): void {
        const isExport = call.name === 'export' || call.literals.some(value => /^-\w*x/.test(value));
        for (const { source, literal, splits } of call.args) {
            // Quotes in a name, or an index, would make another variable of it; and what one shell takes for a value is several to another.
            const name = splits ? undefined : /^[A-Za-z_]\w*(?=\+?=|$)/.exec(source)?.[0];
            const value = literal?.includes('=') ? literal.slice(literal.indexOf('=') + 1) : undefined;
            if (name !== undefined && isExport) {
                this.exports(name, value, call.source);
            } else if (name !== undefined) {
                this.sets(name, value, call.source);
            } else if (literal === undefined || !/^-[rxgp]+$/.test(literal)) {
                call.dangerous('what it sets is not written out');
            }
        }
    }

    /** Notes a word of a terminal's command line that shows, or tells something about, what the person keeps in a variable. */
    uses({ variables = [], source }: Word): void {
        const name = this.inTerminal ? variables.find(variable => !isShownVariable(variable)) : undefined;
        if (name !== undefined) {
            this.findings.add(Concern.unproven, `the variable ${name} of the terminal may hold a secret`, source);
        }
    }

    private exports(name: string, value: string | undefined, source: string): void {
        this.handsOn(name, value, source);
        if (this.inTerminal && isLocalVariable(name)) {
            this.findings.add(Concern.unproven, `programs get the variable ${name} with whatever later lines make of it`, source);
        }
        this.exported.add(name);
        this.judgeExported(name, source);
    }

    private isHarmless(name: string, value: string | undefined): boolean {
        return isHarmlessVariable(name, value, this.meanings);
    }

    /** A variable of the shell that is handed on at some time may be so with any value that it gets. */
    private judgeExported(name: string, source: string): void {
        // In a terminal, the person or an earlier line may have made it one that programs get.
        const isExported = this.exported.has(name) || (this.inTerminal && !isLocalVariable(name));
        if (isExported && this.doubtful.has(name)) {
            this.handsOn(name, undefined, source);
        }
    }
}

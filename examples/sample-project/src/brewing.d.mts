import type { Tea } from './teas.ts';

export const COOLING_PER_MINUTE: number;
export function coolingMinutes(from: number, to: number): number;
export function steepSeconds(tea: Pick<Tea, 'seconds'>, infusion?: number): number;
export function gramsFor(tea: Pick<Tea, 'gramsPerLitre'>, millilitres: number): number;
export function asClock(minutes: number): string;

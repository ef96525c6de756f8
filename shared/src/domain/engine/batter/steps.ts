/**
 * A plate appearance as a sequence of yes-or-no steps, each conditional on the steps before: strikeout? walk?
 * hit by pitch? home run? Then, for balls in play: hit? extra-base hit? triple? Each rate can thus be shrunk
 * by its own strength, and the chances of all outcomes always sum to one.
 */
export const STEPS = ['strikeOut', 'walk', 'hitByPitch', 'homeRun', 'hit', 'extraBase', 'triple'] as const
export type Step = (typeof STEPS)[number]
export type PerStep<T> = Readonly<Record<Step, T>>

export const perStep = <T>(make: (step: Step) => T): PerStep<T> => ({
  strikeOut: make('strikeOut'),
  walk: make('walk'),
  hitByPitch: make('hitByPitch'),
  homeRun: make('homeRun'),
  hit: make('hit'),
  extraBase: make('extraBase'),
  triple: make('triple'),
})

/** Number of trials of a step (`of`) and of those answered yes. */
export interface Trials {
  readonly yes: number
  readonly of: number
}

/** Counts of the outcomes of plate appearances. */
export interface EventTally {
  readonly plateAppearances: number
  readonly hits: number
  readonly doubles: number
  readonly triples: number
  readonly homeRuns: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly strikeOuts: number
}

/** Bounds the counts, because those of a source may contradict each other: rates stay within 0 to 1. */
const trials = (yes: number, of: number): Trials => {
  const all = Number.isFinite(of) ? Math.max(0, of) : 0
  return { yes: Number.isFinite(yes) ? Math.min(Math.max(0, yes), all) : 0, of: all }
}

/** Trials of each step. Counts may be weighted, so they need not be integers. */
export function trialsOf(tally: EventTally): PerStep<Trials> {
  const noStrikeOut = tally.plateAppearances - tally.strikeOuts
  const noWalk = noStrikeOut - tally.baseOnBalls
  const contact = noWalk - tally.hitByPitch
  const hits = tally.hits - tally.homeRuns
  const long = tally.doubles + tally.triples
  return {
    strikeOut: trials(tally.strikeOuts, tally.plateAppearances),
    walk: trials(tally.baseOnBalls, noStrikeOut),
    hitByPitch: trials(tally.hitByPitch, noWalk),
    homeRun: trials(tally.homeRuns, contact),
    hit: trials(hits, contact - tally.homeRuns),
    extraBase: trials(long, hits),
    triple: trials(tally.triples, long),
  }
}

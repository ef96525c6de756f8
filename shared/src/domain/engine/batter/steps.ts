/**
 * A plate appearance as a row of yes-or-no questions, each asked of what the one before leaves:
 * strikeout? walk? hit by pitch? homer? then, of balls in play: a hit? for extra bases? three of them?
 * So each rate settles at its own pace, and no mixture of them ever sums to more than one.
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

/** How often a question was answered yes. */
export interface Trials {
  readonly yes: number
  readonly of: number
}

/** Counts of what came of plate appearances. */
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

/** A source's counts may contradict each other; no rate leaves 0 to 1 for that. */
const trials = (yes: number, of: number): Trials => {
  const all = Number.isFinite(of) ? Math.max(0, of) : 0
  return { yes: Number.isFinite(yes) ? Math.min(Math.max(0, yes), all) : 0, of: all }
}

/** Each step's yeses among what reached it. Counts may be weighted, and need not be whole. */
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

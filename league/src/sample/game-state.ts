import type { Tally } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { MatchupTable } from '../world/matchup-table.ts'
import type { Random } from '../world/random.ts'
import type { Talents } from './plate-appearance.ts'

/** The players of a club in a game, as indices of people. */
export interface Squad {
  readonly teamId: number
  readonly batters: readonly number[]
  readonly positions: readonly number[]
  readonly bench: readonly number[]
  readonly starter: number
  readonly closer: number
  readonly setup: number
  /** Other relievers, the most rested first. */
  readonly middle: readonly number[]
}

/** One pitcher's appearance in a game. */
export interface Appearance {
  readonly person: number
  readonly line: number
  readonly starter: boolean
  readonly limit: number
  readonly enteredAhead: boolean
  pitches: number
  runsThisInning: number
  outs: number
  blown: boolean
  leftAhead: boolean
}

export interface SideState {
  readonly squad: Squad
  readonly home: boolean
  readonly batters: number[]
  readonly lines: number[]
  readonly bench: number[]
  readonly appearances: Appearance[]
  readonly used: Set<number>
  pitcher: Appearance
  next: number
  runs: number
  hits: number
  errors: number
  leftOnBase: number
}

export interface Runner {
  readonly person: number
  readonly line: number
  /** The pitcher's appearance that the run is charged to. */
  readonly chargedTo: Appearance
  readonly earned: boolean
}

/** Limit and progress of a simulation, so that a game can be simulated up to any plate appearance. */
export interface PlaybackLimit {
  /** Number of plate appearances after which the simulation stops; infinite for the whole game. */
  readonly limit: number
  /** Half inning (from 0) of every plate appearance simulated so far. */
  readonly halves: number[]
}

export interface PlayState {
  readonly playback: PlaybackLimit
  readonly talents: Talents
  readonly rates: ArrayLike<number>
  readonly park: ArrayLike<number>
  readonly random: Random
  readonly batting: LineTable
  readonly pitching: LineTable
  readonly matchups?: MatchupTable | undefined
  readonly game: number
  readonly away: SideState
  readonly home: SideState
  readonly chances: Float64Array
  bases: [Runner | null, Runner | null, Runner | null]
  inning: number
  outs: number
  /** Outs that would have been made without errors. Runs after the third are unearned. */
  cleanOuts: number
  /** Pitchers of record since the last lead change; null while the score is tied. */
  record: { readonly winner: Appearance; readonly loser: Appearance; readonly home: boolean } | null
}

/** The line score of a side: runs, hits, errors, left on base. */
export const tally = (side: SideState): Tally => ({
  runs: side.runs,
  hits: side.hits,
  errors: side.errors,
  leftOnBase: side.leftOnBase,
})

/** The situation of a game whose simulation stopped before the end; people are indices. */
export interface StoppedGame {
  /** From 1. */
  readonly inning: number
  readonly top: boolean
  readonly outs: number
  readonly bases: readonly [number | null, number | null, number | null]
  readonly batter: number
  readonly onDeck: number
  readonly pitcher: number
}

/** The situation at which a simulation with a limit stopped. */
export const describeStop = (play: PlayState, offence: SideState, defence: SideState): StoppedGame => {
  const at = (slot: number) => offence.batters[slot % 9] ?? 0
  const [first, second, third] = play.bases
  return {
    inning: play.inning,
    top: !offence.home,
    outs: play.outs,
    bases: [first?.person ?? null, second?.person ?? null, third?.person ?? null],
    batter: at(offence.next),
    onDeck: at(offence.next + 1),
    pitcher: defence.pitcher.person,
  }
}

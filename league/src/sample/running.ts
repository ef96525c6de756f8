import { BAT, PIT } from '../world/stat-fields.ts'
import type { Appearance, PlayState, Runner, SideState } from './game-state.ts'

/** Context of a plate appearance: the sides, the batter's line and the hands. */
export interface Moment {
  readonly offence: SideState
  readonly defence: SideState
  readonly batterLine: number
  readonly pitcherLeft: boolean
  readonly batterLeft: boolean
}

const STEAL_SUCCESS = 0.78

/** Counts a run for runner, batter and pitchers, and updates the pitchers of record. */
export function score(play: PlayState, moment: Moment, runner: Runner, rbi: boolean): void {
  const { offence, defence } = moment
  play.batting.bump(runner.line, BAT.runs, moment.pitcherLeft)
  play.pitching.bump(runner.by.line, PIT.runs, moment.batterLeft)
  if (runner.earned && play.cleanOuts < 3)
    play.pitching.bump(runner.by.line, PIT.earnedRuns, moment.batterLeft)
  if (runner.by !== defence.pitcher) {
    play.pitching.bump(defence.pitcher.line, PIT.inheritedRunnersScored, moment.batterLeft)
  }
  if (rbi) play.batting.bump(moment.batterLine, BAT.rbi, moment.pitcherLeft)
  defence.pitcher.runsThisInning++
  offence.runs++
  if (offence.runs === defence.runs) {
    play.record = null
    if (defence.pitcher.enteredAhead) defence.pitcher.blown = true
  } else if (offence.runs === defence.runs + 1) {
    play.record = { winner: offence.pitcher, loser: runner.by, home: offence.home }
  }
}

/** Counts an out for the pitcher. */
export function out(play: PlayState, moment: Moment, pitcher: Appearance = moment.defence.pitcher): void {
  play.outs++
  play.cleanOuts++
  pitcher.outs++
  play.pitching.bump(pitcher.line, PIT.outs, moment.batterLeft)
}

/** The runner on first tries to steal second with the runner's own probability. */
export function maybeSteal(play: PlayState, moment: Moment): void {
  const [first, second] = play.bases
  if (!first || second || play.random() >= (play.talents.steal[first.person] ?? 0)) return
  const safe = play.random() < STEAL_SUCCESS
  const [bat, pit] = safe ? [BAT.stolenBases, PIT.stolenBases] : [BAT.caughtStealing, PIT.caughtStealing]
  play.batting.bump(first.line, bat, moment.pitcherLeft)
  play.pitching.bump(moment.defence.pitcher.line, pit, moment.batterLeft)
  play.bases[0] = null
  if (safe) play.bases[1] = first
  else out(play, moment)
}

/** Advances the batter to first after a walk or hit by pitch. Only forced runners advance. */
export function force(play: PlayState, moment: Moment, batter: Runner, rbi = true): void {
  const [first, second, third] = play.bases
  if (first && second && third) score(play, moment, third, rbi)
  if (first && second) play.bases[2] = second
  if (first) play.bases[1] = first
  play.bases[0] = batter
}

/** Whether the home club has taken the lead in the ninth inning or later, which ends the game. */
export const walkOff = (play: PlayState, offence: SideState, defence: SideState): boolean =>
  offence.home && play.inning >= 9 && offence.runs > defence.runs

/**
 * Scores the runners on the given bases (0 to 2), in the given order. After the winning run of a walk-off no
 * other runner scores, except on a home run.
 */
export function bringHome(
  play: PlayState,
  moment: Moment,
  bases: readonly number[],
  { rbi = true, homeRun = false } = {},
): void {
  for (const base of bases) {
    const runner = play.bases[base]
    if (!runner || (!homeRun && walkOff(play, moment.offence, moment.defence))) continue
    play.bases[base] = null
    score(play, moment, runner, rbi)
  }
}

/** Moves a runner to another base if that base is empty. */
export function move(play: PlayState, from: number, to: number): void {
  if (play.bases[to] || !play.bases[from]) return
  play.bases[to] = play.bases[from] ?? null
  play.bases[from] = null
}

import { BAT, PIT } from '../world/stat-fields.ts'
import type { Appearance, PlayState, Runner, SideState } from './game-state.ts'
import { DOUBLE, HOME_RUN, SINGLE, TRIPLE } from './plate-appearance.ts'

/** Context of a plate appearance: the sides, the batter's line and the hands. */
export interface PlateContext {
  readonly offence: SideState
  readonly defence: SideState
  readonly batterLine: number
  readonly pitcherLeft: boolean
  readonly batterLeft: boolean
}

const STEAL_SUCCESS = 0.78

/** Counts a run for runner, batter and pitchers, and updates the pitchers of record. */
export function score(play: PlayState, plateContext: PlateContext, runner: Runner, rbi: boolean): void {
  const { offence, defence } = plateContext
  play.batting.bump(runner.line, BAT.runs, plateContext.pitcherLeft)
  play.pitching.bump(runner.chargedTo.line, PIT.runs, plateContext.batterLeft)
  if (runner.earned && play.cleanOuts < 3)
    play.pitching.bump(runner.chargedTo.line, PIT.earnedRuns, plateContext.batterLeft)
  if (runner.chargedTo !== defence.pitcher) {
    play.pitching.bump(defence.pitcher.line, PIT.inheritedRunnersScored, plateContext.batterLeft)
  }
  if (rbi) play.batting.bump(plateContext.batterLine, BAT.rbi, plateContext.pitcherLeft)
  defence.pitcher.runsThisInning++
  offence.runs++
  if (offence.runs === defence.runs) {
    play.record = null
    if (defence.pitcher.enteredAhead) defence.pitcher.blown = true
  } else if (offence.runs === defence.runs + 1) {
    play.record = { winner: offence.pitcher, loser: runner.chargedTo, home: offence.home }
  }
}

/** Counts an out for the pitcher. */
export function out(
  play: PlayState,
  plateContext: PlateContext,
  pitcher: Appearance = plateContext.defence.pitcher,
): void {
  play.outs++
  play.cleanOuts++
  pitcher.outs++
  play.pitching.bump(pitcher.line, PIT.outs, plateContext.batterLeft)
}

/** The runner on first tries to steal second with the runner's own probability. */
export function trySteal(play: PlayState, plateContext: PlateContext): void {
  const [first, second] = play.bases
  if (!first || second || play.random() >= (play.talents.steal[first.person] ?? 0)) return
  const safe = play.random() < STEAL_SUCCESS
  const battingField = safe ? BAT.stolenBases : BAT.caughtStealing
  const pitchingField = safe ? PIT.stolenBases : PIT.caughtStealing
  play.batting.bump(first.line, battingField, plateContext.pitcherLeft)
  play.pitching.bump(plateContext.defence.pitcher.line, pitchingField, plateContext.batterLeft)
  play.bases[0] = null
  if (safe) play.bases[1] = first
  else out(play, plateContext)
}

/** Advances the batter to first after a walk or hit by pitch. Only forced runners advance. */
export function advanceForced(play: PlayState, plateContext: PlateContext, batter: Runner, rbi = true): void {
  const [first, second, third] = play.bases
  if (first && second && third) score(play, plateContext, third, rbi)
  if (first && second) play.bases[2] = second
  if (first) play.bases[1] = first
  play.bases[0] = batter
}

/** Whether the home club has taken the lead in the ninth inning or later, which ends the game. */
export const isWalkOff = (play: PlayState, offence: SideState, defence: SideState): boolean =>
  offence.home && play.inning >= 9 && offence.runs > defence.runs

/**
 * Scores the runners on the given bases (0 to 2), in the given order. After the winning run of a walk-off no
 * other runner scores, except on a home run.
 */
export function bringHome(
  play: PlayState,
  plateContext: PlateContext,
  bases: readonly number[],
  { rbi = true, homeRun = false } = {},
): void {
  for (const base of bases) {
    const runner = play.bases[base]
    if (!runner || (!homeRun && isWalkOff(play, plateContext.offence, plateContext.defence))) continue
    play.bases[base] = null
    score(play, plateContext, runner, rbi)
  }
}

/** Moves a runner to another base if that base is empty. */
export function move(play: PlayState, from: number, to: number): void {
  if (play.bases[to] || !play.bases[from]) return
  play.bases[to] = play.bases[from] ?? null
  play.bases[from] = null
}

/** Probabilities of base running: round numbers near published tables. */
const SECOND_SCORES_ON_SINGLE = 0.6
const SECOND_SCORES_ON_SINGLE_TWO_OUT = 0.78
const FIRST_TO_THIRD = 0.28
const FIRST_SCORES_ON_DOUBLE = 0.42
const GROUND_BALL = 0.48
const DOUBLE_PLAY = 0.34
const THIRD_SCORES_ON_GROUNDER = 0.5
const SACRIFICE_FLY = 0.48
const ADVANCE = 0.5
const ERROR = 0.0125

/** The batting field and the pitching field that count an extra-base hit. */
const extraBaseFields = (event: number): readonly [number, number] => {
  if (event === DOUBLE) return [BAT.doubles, PIT.doubles]
  if (event === TRIPLE) return [BAT.triples, PIT.triples]
  return [BAT.homeRuns, PIT.homeRuns]
}

/** Plays a hit: first the runners advance, then the batter takes the base. */
export function hit(play: PlayState, plateContext: PlateContext, event: number, batter: Runner): void {
  const { batting, pitching, random } = play
  batting.bump(plateContext.batterLine, BAT.hits, plateContext.pitcherLeft)
  pitching.bump(plateContext.defence.pitcher.line, PIT.hits, plateContext.batterLeft)
  plateContext.offence.hits++
  if (event === SINGLE) {
    const secondScores = play.outs === 2 ? SECOND_SCORES_ON_SINGLE_TWO_OUT : SECOND_SCORES_ON_SINGLE
    bringHome(play, plateContext, random() < secondScores ? [2, 1] : [2])
    move(play, 1, 2)
    if (random() < FIRST_TO_THIRD) move(play, 0, 2)
    move(play, 0, 1)
    play.bases[0] = batter
    return
  }
  const [battingField, pitchingField] = extraBaseFields(event)
  batting.bump(plateContext.batterLine, battingField, plateContext.pitcherLeft)
  pitching.bump(plateContext.defence.pitcher.line, pitchingField, plateContext.batterLeft)
  if (event === DOUBLE) {
    bringHome(play, plateContext, random() < FIRST_SCORES_ON_DOUBLE ? [2, 1, 0] : [2, 1])
    move(play, 0, 2)
    play.bases[1] = batter
    return
  }
  bringHome(play, plateContext, [2, 1, 0], { homeRun: event === HOME_RUN })
  if (event === HOME_RUN) score(play, plateContext, batter, true)
  else play.bases[2] = batter
}

const leaveOnBase = (play: PlayState, plateContext: PlateContext): void => {
  const stranded = play.bases.filter((runner) => runner !== null).length
  if (stranded > 0)
    play.batting.bump(plateContext.batterLine, BAT.leftOnBase, plateContext.pitcherLeft, stranded)
}

const playGroundBall = (play: PlayState, plateContext: PlateContext): void => {
  const { batting, pitching, random } = play
  batting.bump(plateContext.batterLine, BAT.groundOuts, plateContext.pitcherLeft)
  pitching.bump(plateContext.defence.pitcher.line, PIT.groundOuts, plateContext.batterLeft)
  const before = play.outs
  if (play.bases[0] && before < 2 && random() < DOUBLE_PLAY) {
    batting.bump(plateContext.batterLine, BAT.groundIntoDoublePlay, plateContext.pitcherLeft)
    pitching.bump(plateContext.defence.pitcher.line, PIT.groundIntoDoublePlay, plateContext.batterLeft)
    play.bases[0] = null
    out(play, plateContext)
    out(play, plateContext)
    if (before === 0) bringHome(play, plateContext, [2], { rbi: false })
    move(play, 1, 2)
  } else {
    out(play, plateContext)
    if (before < 2 && random() < THIRD_SCORES_ON_GROUNDER) bringHome(play, plateContext, [2])
    if (before < 2 && random() < ADVANCE) move(play, 1, 2)
    if (before < 2 && random() < ADVANCE) move(play, 0, 1)
  }
  leaveOnBase(play, plateContext)
}

/** @returns whether it was a sacrifice fly, which does not count as an at-bat */
const fly = (play: PlayState, plateContext: PlateContext): boolean => {
  play.batting.bump(plateContext.batterLine, BAT.airOuts, plateContext.pitcherLeft)
  play.pitching.bump(plateContext.defence.pitcher.line, PIT.airOuts, plateContext.batterLeft)
  const sacrifice = play.bases[2] !== null && play.outs < 2 && play.random() < SACRIFICE_FLY
  out(play, plateContext)
  if (sacrifice) {
    play.batting.bump(plateContext.batterLine, BAT.sacFlies, plateContext.pitcherLeft)
    play.pitching.bump(plateContext.defence.pitcher.line, PIT.sacFlies, plateContext.batterLeft)
    bringHome(play, plateContext, [2])
  }
  leaveOnBase(play, plateContext)
  return sacrifice
}

/**
 * Plays a ball that should be an out: a ground ball, a fly ball, or rarely an error.
 * @returns whether it counts as an at-bat
 */
export function playBallInPlay(play: PlayState, plateContext: PlateContext, batter: Runner): boolean {
  if (play.random() < ERROR) {
    play.cleanOuts++
    plateContext.defence.errors++
    bringHome(play, plateContext, [2], { rbi: false })
    move(play, 1, 2)
    move(play, 0, 1)
    play.bases[0] = { ...batter, earned: false }
    return true
  }
  if (play.random() < GROUND_BALL) {
    playGroundBall(play, plateContext)
    return true
  }
  return !fly(play, plateContext)
}

import { BAT, PIT } from '../world/stat-fields.ts'
import type { PlayState, Runner } from './game-state.ts'
import { DOUBLE, HOME_RUN, SINGLE, TRIPLE } from './league-rates.ts'
import { bringHome, type Moment, move, out, score } from './running.ts'

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

/** Plays a hit: first the runners advance, then the batter takes the base. */
export function hit(play: PlayState, moment: Moment, event: number, batter: Runner): void {
  const { batting, pitching, random } = play
  batting.bump(moment.batterLine, BAT.hits, moment.pitcherLeft)
  pitching.bump(moment.defence.pitcher.line, PIT.hits, moment.batterLeft)
  moment.offence.hits++
  if (event === SINGLE) {
    const dash = play.outs === 2 ? SECOND_SCORES_ON_SINGLE_TWO_OUT : SECOND_SCORES_ON_SINGLE
    bringHome(play, moment, random() < dash ? [2, 1] : [2])
    move(play, 1, 2)
    if (random() < FIRST_TO_THIRD) move(play, 0, 2)
    move(play, 0, 1)
    play.bases[0] = batter
    return
  }
  const [bat, pit] =
    event === DOUBLE
      ? [BAT.doubles, PIT.doubles]
      : event === TRIPLE
        ? [BAT.triples, PIT.triples]
        : [BAT.homeRuns, PIT.homeRuns]
  batting.bump(moment.batterLine, bat, moment.pitcherLeft)
  pitching.bump(moment.defence.pitcher.line, pit, moment.batterLeft)
  if (event === DOUBLE) {
    bringHome(play, moment, random() < FIRST_SCORES_ON_DOUBLE ? [2, 1, 0] : [2, 1])
    move(play, 0, 2)
    play.bases[1] = batter
    return
  }
  bringHome(play, moment, [2, 1, 0], { homeRun: event === HOME_RUN })
  if (event === HOME_RUN) score(play, moment, batter, true)
  else play.bases[2] = batter
}

const leaveOnBase = (play: PlayState, moment: Moment): void => {
  const stranded = play.bases.filter((runner) => runner !== null).length
  if (stranded > 0) play.batting.bump(moment.batterLine, BAT.leftOnBase, moment.pitcherLeft, stranded)
}

const grounder = (play: PlayState, moment: Moment): void => {
  const { batting, pitching, random } = play
  batting.bump(moment.batterLine, BAT.groundOuts, moment.pitcherLeft)
  pitching.bump(moment.defence.pitcher.line, PIT.groundOuts, moment.batterLeft)
  const before = play.outs
  if (play.bases[0] && before < 2 && random() < DOUBLE_PLAY) {
    batting.bump(moment.batterLine, BAT.groundIntoDoublePlay, moment.pitcherLeft)
    pitching.bump(moment.defence.pitcher.line, PIT.groundIntoDoublePlay, moment.batterLeft)
    play.bases[0] = null
    out(play, moment)
    out(play, moment)
    if (before === 0) bringHome(play, moment, [2], { rbi: false })
    move(play, 1, 2)
  } else {
    out(play, moment)
    if (before < 2 && random() < THIRD_SCORES_ON_GROUNDER) bringHome(play, moment, [2])
    if (before < 2 && random() < ADVANCE) move(play, 1, 2)
    if (before < 2 && random() < ADVANCE) move(play, 0, 1)
  }
  leaveOnBase(play, moment)
}

/** @returns whether it was a sacrifice fly, which does not count as an at-bat */
const fly = (play: PlayState, moment: Moment): boolean => {
  play.batting.bump(moment.batterLine, BAT.airOuts, moment.pitcherLeft)
  play.pitching.bump(moment.defence.pitcher.line, PIT.airOuts, moment.batterLeft)
  const sacrifice = play.bases[2] !== null && play.outs < 2 && play.random() < SACRIFICE_FLY
  out(play, moment)
  if (sacrifice) {
    play.batting.bump(moment.batterLine, BAT.sacFlies, moment.pitcherLeft)
    play.pitching.bump(moment.defence.pitcher.line, PIT.sacFlies, moment.batterLeft)
    bringHome(play, moment, [2])
  }
  leaveOnBase(play, moment)
  return sacrifice
}

/**
 * Plays a ball that should be an out: a ground ball, a fly ball, or rarely an error.
 * @returns whether it counts as an at-bat
 */
export function inPlay(play: PlayState, moment: Moment, batter: Runner): boolean {
  if (play.random() < ERROR) {
    play.cleanOuts++
    moment.defence.errors++
    bringHome(play, moment, [2], { rbi: false })
    move(play, 1, 2)
    move(play, 0, 1)
    play.bases[0] = { ...batter, earned: false }
    return true
  }
  if (play.random() < GROUND_BALL) {
    grounder(play, moment)
    return true
  }
  return !fly(play, moment)
}

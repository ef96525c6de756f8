import type { Tally } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { MatchupTable } from '../world/matchup-table.ts'
import type { Random } from '../world/random.ts'
import { BAT, BATTING, PIT } from '../world/stat-fields.ts'
import {
  describeStop,
  type PlaybackLimit,
  type PlayState,
  type Runner,
  type SideState,
  type Squad,
  type StoppedGame,
  tally,
} from './game-state.ts'
import {
  assignDecisions,
  changeBetweenInnings,
  changeWithinInning,
  startAppearance,
} from './pitching-staff.ts'
import {
  batsLeft,
  drawEvent,
  EVENT_COUNT,
  HIT_BY_PITCH,
  HOME_RUN,
  matchup,
  OUT,
  STRIKE_OUT,
  type Talents,
  WALK,
} from './plate-appearance.ts'
import { advanceForced, hit, isWalkOff, out, type PlateContext, playBallInPlay, trySteal } from './plays.ts'

export interface GameSetup {
  readonly talents: Talents
  readonly rates: ArrayLike<number>
  readonly park: ArrayLike<number>
  readonly random: Random
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Receives batters against pitchers; absent if no table is needed. */
  readonly matchups?: MatchupTable | undefined
  /** Index of the game in the world. */
  readonly game: number
  readonly away: Squad
  readonly home: Squad
  /** Limit of the simulation; without it the whole game is simulated. */
  readonly playback?: PlaybackLimit
}

/** Score and decisions of a simulated game; people are indices. */
export interface Played {
  readonly innings: { readonly away: Tally; readonly home: Tally | null }[]
  readonly away: Tally
  readonly home: Tally
  readonly winner?: number
  readonly loser?: number
  readonly save?: number
  /** Set if the simulation stopped before the end of the game. */
  readonly stoppedAt?: StoppedGame
}

const LAST_INNING = 9
const PINCH_HIT = 0.1
const PINCH_POSITION = 11

const startSide = (setup: GameSetup, squad: Squad, home: boolean): SideState => {
  const pitcher = startAppearance(setup, squad, home, squad.starter, 1, 0)
  const lines = squad.batters.map((person, slot) =>
    setup.batting.add({
      person,
      game: setup.game,
      teamId: squad.teamId,
      home,
      order: (slot + 1) * 10,
      position: squad.positions[slot] ?? 10,
    }),
  )
  const start = { next: 0, runs: 0, hits: 0, errors: 0, leftOnBase: 0 }
  const used = new Set([squad.starter])
  return {
    squad,
    home,
    batters: [...squad.batters],
    lines,
    bench: [...squad.bench],
    appearances: [pitcher],
    used,
    pitcher,
    ...start,
  }
}

const pinchHit = (play: PlayState, side: SideState, slot: number): void => {
  const person = side.bench.shift()
  if (person === undefined) return
  const key = { game: play.game, teamId: side.squad.teamId, home: side.home, position: PINCH_POSITION }
  side.batters[slot] = person
  side.lines[slot] = play.batting.add({ ...key, person, order: (slot + 1) * 10 + 1 })
}

/** @param u the random number that also decides the balls */
const drawStrikes = (random: Random, event: number, u: number): number => {
  if (event === STRIKE_OUT) return 3 + Math.floor(random() * 2)
  if (event === WALK) return Math.floor(u * 4)
  return 1 + Math.floor(random() * 3.2)
}

const throwPitches = (play: PlayState, plateContext: PlateContext, event: number): void => {
  const u = play.random()
  const balls = event === WALK ? 4 : Math.floor(u * 3.6)
  const strikes = drawStrikes(play.random, event, u)
  plateContext.defence.pitcher.pitches += balls + strikes
  play.pitching.bump(
    plateContext.defence.pitcher.line,
    PIT.numberOfPitches,
    plateContext.batterLeft,
    balls + strikes,
  )
  play.pitching.bump(plateContext.defence.pitcher.line, PIT.strikes, plateContext.batterLeft, strikes)
  play.batting.bump(plateContext.batterLine, BAT.numberOfPitches, plateContext.pitcherLeft, balls + strikes)
}

const playEvent = (play: PlayState, plateContext: PlateContext, event: number, batter: Runner): void => {
  const { batting, pitching } = play
  const { batterLine } = plateContext
  const pitcherLine = plateContext.defence.pitcher.line
  const bumpBoth = (battingField: number, pitchingField: number) => {
    batting.bump(batterLine, battingField, plateContext.pitcherLeft)
    pitching.bump(pitcherLine, pitchingField, plateContext.batterLeft)
  }
  throwPitches(play, plateContext, event)
  bumpBoth(BAT.plateAppearances, PIT.battersFaced)
  let atBat = true
  if (event === WALK || event === HIT_BY_PITCH) {
    atBat = false
    if (event === WALK) bumpBoth(BAT.baseOnBalls, PIT.baseOnBalls)
    else bumpBoth(BAT.hitByPitch, PIT.hitBatsmen)
    advanceForced(play, plateContext, batter)
  } else if (event === STRIKE_OUT) {
    bumpBoth(BAT.strikeOuts, PIT.strikeOuts)
    out(play, plateContext)
    const stranded = play.bases.filter((runner) => runner !== null).length
    if (stranded > 0) batting.bump(batterLine, BAT.leftOnBase, plateContext.pitcherLeft, stranded)
  } else if (event === OUT) atBat = playBallInPlay(play, plateContext, batter)
  else if (event <= HOME_RUN) hit(play, plateContext, event, batter)
  if (atBat) bumpBoth(BAT.atBats, PIT.atBats)
}

/** Plays a plate appearance and adds it to the table of batters against pitchers, if there is one. */
const playPlateAppearance = (
  play: PlayState,
  plateContext: PlateContext,
  event: number,
  batter: Runner,
): void => {
  const { batting, matchups, game } = play
  if (!matchups) {
    playEvent(play, plateContext, event, batter)
    return
  }
  const pitcher = plateContext.defence.pitcher.person
  const before = BATTING.map((_, field) => batting.at(plateContext.batterLine, field))
  playEvent(play, plateContext, event, batter)
  matchups.add(
    batter.person,
    pitcher,
    game,
    (field) => batting.at(plateContext.batterLine, field) - (before[field] ?? 0),
  )
}

const stopped = ({ playback }: PlayState): boolean => playback.halves.length >= playback.limit

/** Whether the simulation stopped within or before the last half inning. */
const isStopped = (play: PlayState, offence: SideState, defence: SideState): boolean =>
  stopped(play) && play.outs < 3 && !isWalkOff(play, offence, defence)

/**
 * Plays one half inning, or the part before the limit. In extra innings a runner starts on second base; that
 * run is unearned.
 */
const half = (play: PlayState, offence: SideState, defence: SideState): Tally => {
  const before = tally(offence)
  const errorsBefore = defence.errors
  play.outs = 0
  play.cleanOuts = 0
  play.bases = [null, null, null]
  if (stopped(play)) return { runs: 0, hits: 0, errors: 0, leftOnBase: 0 }
  changeBetweenInnings(play, defence, defence.runs - offence.runs)
  if (play.inning > LAST_INNING) {
    const slot = (offence.next + 8) % 9
    const person = offence.batters[slot] ?? 0
    play.bases[1] = { person, line: offence.lines[slot] ?? 0, chargedTo: defence.pitcher, earned: false }
  }
  const isOver = () => isWalkOff(play, offence, defence)
  while (play.outs < 3 && !isOver() && !stopped(play)) {
    const slot = offence.next
    const late = play.inning >= 7 && slot >= 5 && offence.batters[slot] === offence.squad.batters[slot]
    if (late && offence.bench.length > 2 && play.random() < PINCH_HIT) pinchHit(play, offence, slot)
    const person = offence.batters[slot] ?? 0
    const batterLine = offence.lines[slot] ?? 0
    const pitcherLeft = play.talents.throws[defence.pitcher.person] === 1
    const batterLeft = batsLeft(play.talents, person, defence.pitcher.person)
    const plateContext = { offence, defence, batterLine, pitcherLeft, batterLeft }
    trySteal(play, plateContext)
    if (play.outs >= 3) break
    const sum = matchup(play.talents, play.rates, person, defence.pitcher.person, play.park, play.chances)
    const event = drawEvent(play.random, play.chances, sum)
    playPlateAppearance(play, plateContext, event, {
      person,
      line: batterLine,
      chargedTo: defence.pitcher,
      earned: true,
    })
    play.playback.halves.push(2 * (play.inning - 1) + (offence.home ? 1 : 0))
    offence.next = (slot + 1) % 9
    if (play.outs < 3 && !isOver()) changeWithinInning(play, defence, defence.runs - offence.runs)
  }
  // Runners on base when the simulation stops are not left on base: the half inning is not over.
  const stranded = isStopped(play, offence, defence)
    ? 0
    : play.bases.filter((runner) => runner !== null).length
  offence.leftOnBase += stranded
  return {
    runs: offence.runs - before.runs,
    hits: offence.hits - before.hits,
    errors: defence.errors - errorsBefore,
    leftOnBase: stranded,
  }
}

/**
 * Combines two half innings. Errors count for the fielding club, so those of the top belong to the home club.
 */
const inningOf = (top: Tally, bottom: Tally | null): Played['innings'][number] => {
  const idle = top.errors > 0 ? { runs: 0, hits: 0, errors: top.errors, leftOnBase: 0 } : null
  return {
    away: { ...top, errors: bottom?.errors ?? 0 },
    home: bottom ? { ...bottom, errors: top.errors } : idle,
  }
}

/**
 * Simulates one game plate appearance by plate appearance and adds the lines of all players to the tables.
 * Probabilities come from `matchup`; a tied game continues with extra innings. With a limit the simulation
 * stops early; its events are the first events of the whole game.
 */
export function simulateGame(setup: GameSetup): Played {
  const away = startSide(setup, setup.away, false)
  const home = startSide(setup, setup.home, true)
  const moving = {
    bases: [null, null, null] as PlayState['bases'],
    inning: 1,
    outs: 0,
    cleanOuts: 0,
    record: null,
  }
  const playback = setup.playback ?? { limit: Number.POSITIVE_INFINITY, halves: [] }
  const play: PlayState = {
    ...setup,
    playback,
    away,
    home,
    chances: new Float64Array(EVENT_COUNT),
    ...moving,
  }
  const innings: Played['innings'] = []
  const soFar = () => ({ innings, away: tally(away), home: tally(home) })
  for (; play.inning <= LAST_INNING || away.runs === home.runs; play.inning++) {
    const before = playback.halves.length
    const top = half(play, away, home)
    if (isStopped(play, away, home)) {
      if (playback.halves.length > before) innings.push(inningOf(top, null))
      return { ...soFar(), stoppedAt: describeStop(play, away, home) }
    }
    const skipsBottom = play.inning >= LAST_INNING && home.runs > away.runs
    const middle = playback.halves.length
    const bottom = skipsBottom ? null : half(play, home, away)
    const stoppedInBottom = !skipsBottom && isStopped(play, home, away)
    innings.push(inningOf(top, stoppedInBottom && playback.halves.length === middle ? null : bottom))
    if (stoppedInBottom) return { ...soFar(), stoppedAt: describeStop(play, home, away) }
  }
  return { ...soFar(), ...assignDecisions(play) }
}

import { PIT } from '../world/stat-fields.ts'
import type { Appearance, PlayState, SideState, Squad } from './game-state.ts'

const RELIEVER_LIMIT = 27
const STARTER_LEASH = 12

/**
 * Starts a pitcher's appearance and adds a pitching line.
 * @param order order of appearance, 1 for the starter
 * @param lead runs ahead (negative: behind) of the pitcher's club
 */
export function appear(
  play: Pick<PlayState, 'pitching' | 'talents' | 'random' | 'game'>,
  squad: Squad,
  home: boolean,
  person: number,
  order: number,
  lead: number,
): Appearance {
  const starter = order === 1
  const line = play.pitching.add({ person, game: play.game, teamId: squad.teamId, home, order, position: 1 })
  if (starter) play.pitching.bump(line, PIT.gamesStarted, false)
  const limit = starter ? (play.talents.stamina[person] ?? 88) + (play.random() - 0.5) * 16 : RELIEVER_LIMIT
  return {
    person,
    line,
    starter,
    limit,
    enteredAhead: !starter && lead >= 1 && lead <= 3,
    pitches: 0,
    runsThisInning: 0,
    outs: 0,
    blown: false,
    leftAhead: false,
  }
}

const choose = (side: SideState, inning: number, lead: number): number | undefined => {
  const { closer, setup, middle } = side.squad
  const free = (person: number) => !side.used.has(person)
  if (inning >= 9 && lead >= 0 && lead <= 3 && free(closer)) return closer
  if (inning === 8 && Math.abs(lead) <= 2 && free(setup)) return setup
  return middle.find(free) ?? [setup, closer].find(free)
}

const relieve = (play: PlayState, side: SideState, lead: number): void => {
  const person = choose(side, play.inning, lead)
  if (person === undefined) return
  side.pitcher.leftAhead =
    side.pitcher.enteredAhead && !side.pitcher.blown && lead > 0 && side.pitcher.outs > 0
  side.used.add(person)
  side.pitcher = appear(play, side.squad, side.home, person, side.appearances.length + 1, lead)
  side.appearances.push(side.pitcher)
  const inherited = play.bases.filter((runner) => runner !== null).length
  if (inherited > 0) play.pitching.bump(side.pitcher.line, PIT.inheritedRunners, false, inherited)
}

/** Changes pitchers between innings: a starter near the pitch limit and most relievers are replaced. */
export function changeBetweenInnings(play: PlayState, side: SideState, lead: number): void {
  const { pitcher } = side
  pitcher.runsThisInning = 0
  const tired = pitcher.starter
    ? pitcher.pitches >= pitcher.limit - (play.inning >= 6 ? STARTER_LEASH : 0)
    : play.random() < (Math.abs(lead) >= 5 ? 0.45 : 0.88)
  if (play.inning > 1 && tired) relieve(play, side, lead)
}

/** Changes pitchers within an inning after too many pitches or too many runs. */
export function changeWithinInning(play: PlayState, side: SideState, lead: number): void {
  const { pitcher } = side
  const knockedOut = pitcher.runsThisInning >= (pitcher.starter ? 5 : 3)
  if (pitcher.pitches >= pitcher.limit + STARTER_LEASH || knockedOut) relieve(play, side, lead)
}

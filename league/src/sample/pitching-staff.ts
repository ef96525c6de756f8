import { PIT } from '../world/stat-fields.ts'
import type { Appearance, PlayState, SideState, Squad } from './game-state.ts'

/** Outs that a starter needs for a win: five innings. */
const STARTER_WIN_OUTS = 15

/**
 * Assigns wins, losses, saves, holds, blown saves, complete games and shutouts, by the common cases of the
 * official rules. The win goes to the pitcher of record when the final lead was taken. A starter with fewer
 * than five innings loses it to the reliever with the most outs.
 * @returns indices of the people with a decision
 */
export function assignDecisions(play: PlayState): { winner?: number; loser?: number; save?: number } {
  const { record, pitching } = play
  for (const side of [play.away, play.home]) {
    const last = side.pitcher
    if (side.appearances.length === 1) {
      pitching.bump(last.line, PIT.completeGames, false)
      const other = side === play.away ? play.home : play.away
      if (other.runs === 0) pitching.bump(last.line, PIT.shutouts, false)
    } else pitching.bump(last.line, PIT.gamesFinished, false)
  }
  if (!record) return {}
  const winners = record.home ? play.home : play.away
  let winner: Appearance = record.winner
  if (winner.starter && winner.outs < STARTER_WIN_OUTS) {
    winner = winners.appearances.slice(1).toSorted((a, b) => b.outs - a.outs)[0] ?? winner
  }
  pitching.bump(winner.line, PIT.wins, false)
  pitching.bump(record.loser.line, PIT.losses, false)
  let save: Appearance | undefined
  for (const side of [play.away, play.home]) {
    for (const appearance of side.appearances) {
      if (!appearance.enteredAhead) continue
      const finished = appearance === side.pitcher
      const saved = finished && side === winners && appearance !== winner && !appearance.blown
      if (saved) save = appearance
      if (appearance.blown) pitching.bump(appearance.line, PIT.blownSaves, false)
      if (saved) pitching.bump(appearance.line, PIT.saves, false)
      if (saved || appearance.blown) pitching.bump(appearance.line, PIT.saveOpportunities, false)
      if (!finished && appearance.leftAhead && appearance !== winner)
        pitching.bump(appearance.line, PIT.holds, false)
    }
  }
  return { winner: winner.person, loser: record.loser.person, ...(save ? { save: save.person } : {}) }
}

const RELIEVER_LIMIT = 27
const STARTER_LEASH = 12

/**
 * Starts a pitcher's appearance and adds a pitching line.
 * @param order order of appearance, 1 for the starter
 * @param lead runs ahead (negative: behind) of the pitcher's club
 */
export function startAppearance(
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

const chooseReliever = (side: SideState, inning: number, lead: number): number | undefined => {
  const { closer, setup, middle } = side.squad
  const free = (person: number) => !side.used.has(person)
  if (inning >= 9 && lead >= 0 && lead <= 3 && free(closer)) return closer
  if (inning === 8 && Math.abs(lead) <= 2 && free(setup)) return setup
  return middle.find(free) ?? [setup, closer].find(free)
}

const replacePitcher = (play: PlayState, side: SideState, lead: number): void => {
  const person = chooseReliever(side, play.inning, lead)
  if (person === undefined) return
  side.pitcher.leftAhead =
    side.pitcher.enteredAhead && !side.pitcher.blown && lead > 0 && side.pitcher.outs > 0
  side.used.add(person)
  side.pitcher = startAppearance(play, side.squad, side.home, person, side.appearances.length + 1, lead)
  side.appearances.push(side.pitcher)
  const inherited = play.bases.filter((runner) => runner !== null).length
  if (inherited > 0) play.pitching.bump(side.pitcher.line, PIT.inheritedRunners, false, inherited)
}

const isTired = (play: PlayState, pitcher: Appearance, lead: number): boolean => {
  if (pitcher.starter) {
    const leash = play.inning >= 6 ? STARTER_LEASH : 0
    return pitcher.pitches >= pitcher.limit - leash
  }
  const replacementChance = Math.abs(lead) >= 5 ? 0.45 : 0.88
  return play.random() < replacementChance
}

/** Changes pitchers between innings: a starter near the pitch limit and most relievers are replaced. */
export function changeBetweenInnings(play: PlayState, side: SideState, lead: number): void {
  const { pitcher } = side
  pitcher.runsThisInning = 0
  const tired = isTired(play, pitcher, lead)
  if (play.inning > 1 && tired) replacePitcher(play, side, lead)
}

/** Changes pitchers within an inning after too many pitches or too many runs. */
export function changeWithinInning(play: PlayState, side: SideState, lead: number): void {
  const { pitcher } = side
  const knockedOut = pitcher.runsThisInning >= (pitcher.starter ? 5 : 3)
  if (pitcher.pitches >= pitcher.limit + STARTER_LEASH || knockedOut) replacePitcher(play, side, lead)
}

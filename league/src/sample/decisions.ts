import { PIT } from '../world/stat-fields.ts'
import type { Appearance, PlayState } from './game-state.ts'

/** Outs that a starter needs for a win: five innings. */
const STARTER_WIN_OUTS = 15

/**
 * Assigns wins, losses, saves, holds, blown saves, complete games and shutouts, by the common cases of the
 * official rules. The win goes to the pitcher of record when the final lead was taken. A starter with fewer
 * than five innings loses it to the reliever with the most outs.
 * @returns indices of the people with a decision
 */
export function decide(play: PlayState): { winner?: number; loser?: number; save?: number } {
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
    for (const stay of side.appearances) {
      if (!stay.enteredAhead) continue
      const finished = stay === side.pitcher
      const saved = finished && side === winners && stay !== winner && !stay.blown
      if (saved) save = stay
      if (stay.blown) pitching.bump(stay.line, PIT.blownSaves, false)
      if (saved) pitching.bump(stay.line, PIT.saves, false)
      if (saved || stay.blown) pitching.bump(stay.line, PIT.saveOpportunities, false)
      if (!finished && stay.leftAhead && stay !== winner) pitching.bump(stay.line, PIT.holds, false)
    }
  }
  return { winner: winner.person, loser: record.loser.person, ...(save ? { save: save.person } : {}) }
}

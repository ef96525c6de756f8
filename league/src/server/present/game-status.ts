import type { Game } from '../../world/game.ts'

const status = (abstract: string, coded: string, detailed: string, code: string, startTimeTBD: boolean) => ({
  abstractGameState: abstract,
  codedGameState: coded,
  detailedState: detailed,
  statusCode: code,
  startTimeTBD,
  abstractGameCode: abstract.slice(0, 1),
})

/**
 * The state of a game on a listed day: postponed games stay listed as 'Final' with code 'D' on the day they left.
 * A game without a result is scheduled; live states would be told here, from the clock.
 */
export function gameStatus(game: Game, listedOn: string) {
  if (game.postponedFrom?.date === listedOn) {
    return { ...status('Final', 'D', 'Postponed', 'DR', false), reason: 'Rain' }
  }
  if (game.result) return status('Final', 'F', 'Final', 'F', false)
  return status('Preview', 'S', 'Scheduled', 'S', game.startTimeTbd ?? false)
}

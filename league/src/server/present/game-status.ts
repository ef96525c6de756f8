import type { Game } from '../../world/entities.ts'

const status = (abstract: string, coded: string, detailed: string, code: string, startTimeTBD: boolean) => ({
  abstractGameState: abstract,
  codedGameState: coded,
  detailedState: detailed,
  statusCode: code,
  startTimeTBD,
  abstractGameCode: abstract.slice(0, 1),
})

/**
 * The status of a game in the schedule of a day. A postponed game is 'Final' with code 'D' on its original
 * day. As in the service, a game in warmup is 'Live' with code 'P'.
 */
export function gameStatus(game: Game, listedOn: string) {
  if (game.postponedFrom?.date === listedOn) {
    return { ...status('Final', 'D', 'Postponed', 'DR', false), reason: 'Rain' }
  }
  switch (game.live?.phase) {
    case 'pre-game':
      return status('Preview', 'P', 'Pre-Game', 'P', false)
    case 'warmup':
      return status('Live', 'P', 'Warmup', 'PW', false)
    case 'in-progress':
      return status('Live', 'I', 'In Progress', 'I', false)
    case 'game-over':
      return status('Final', 'O', 'Game Over', 'O', false)
    default:
      if (game.result) return status('Final', 'F', 'Final', 'F', false)
      return status('Preview', 'S', 'Scheduled', 'S', game.startTimeTbd ?? false)
  }
}

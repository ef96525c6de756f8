import { type Progress, progressAt } from './pace.ts'
import type { Course } from './tonight.ts'

/** Minutes before the first pitch from which a game is called so; after the last out for which it is 'game over'. */
const PRE_GAME_MINUTES = 60
const CALLED_OFF_MINUTES = 40
const WARMUP_MINUTES = 20
const GAME_OVER_MINUTES = 6
const MINUTE_MS = 60_000

/** Where a game is on its way from scheduled to final. */
export type Phase =
  | { readonly name: 'scheduled' | 'pre-game' | 'warmup' | 'called-off' | 'game-over' | 'final' }
  | ({ readonly name: 'in-progress' } & Progress)

/** A game's phase at an instant. */
export function phaseOf({ game, halves, endsAt, movedBy }: Course, now: Date): Phase {
  const minutes = (now.getTime() - Date.parse(game.startsAt)) / MINUTE_MS
  if (movedBy && minutes >= -CALLED_OFF_MINUTES) return { name: 'called-off' }
  if (minutes < -PRE_GAME_MINUTES) return { name: 'scheduled' }
  if (minutes < -WARMUP_MINUTES) return { name: 'pre-game' }
  if (minutes < 0) return { name: 'warmup' }
  if (now.getTime() < endsAt) return { name: 'in-progress', ...progressAt(halves, minutes) }
  return { name: now.getTime() < endsAt + GAME_OVER_MINUTES * MINUTE_MS ? 'game-over' : 'final' }
}

/** The same text as long as nothing about the game changes. */
export const stampOf = (phase: Phase): string =>
  phase.name === 'in-progress' ? `${phase.plates}${phase.between ? '-' : ''}` : phase.name

/** The game has had its first pitch, or will have none today: nobody takes bets on it any more. */
export const isClosed = ({ name }: Phase): boolean =>
  name !== 'scheduled' && name !== 'pre-game' && name !== 'warmup'

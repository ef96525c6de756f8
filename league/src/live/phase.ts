import { type Progress, progressAt } from './pace.ts'
import type { Course } from './day-games.ts'

/**
 * Start of the phases 'pre-game', 'called-off' and 'warmup' in minutes before the first pitch, and length of
 * the phase 'game-over' in minutes after the last out.
 */
const PRE_GAME_MINUTES = 60
const CALLED_OFF_MINUTES = 40
const WARMUP_MINUTES = 20
const GAME_OVER_MINUTES = 6
const MINUTE_MS = 60_000

/** The phases of a game from scheduled to final. */
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

/** A text that changes exactly when the state of the game changes. */
export const stampOf = (phase: Phase): string =>
  phase.name === 'in-progress' ? `${phase.plates}${phase.between ? '-' : ''}` : phase.name

/** Whether the game's lines are closed: it has begun, or it is postponed. */
export const isClosed = ({ name }: Phase): boolean =>
  name !== 'scheduled' && name !== 'pre-game' && name !== 'warmup'

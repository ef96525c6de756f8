import type { LeaguePrior } from '@propsight/shared/domain/engine'
import {
  type BattingConstants,
  GAME_CONTEXT_FACTORS,
  KINDS,
  perStep,
  SCORING_CONTEXT,
} from '@propsight/shared/domain/engine'

const zeros = <N extends string>(names: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>

/** Start values of the fit: the rates of the league and round numbers. */
export const startingConstants = (league: LeaguePrior): BattingConstants => ({
  league,
  steps: perStep((step) => ({
    strength: {
      strikeOut: 70,
      walk: 120,
      hitByPitch: 300,
      homeRun: 130,
      hit: 400,
      extraBase: 80,
      triple: 40,
    }[step],
    kind: zeros(KINDS),
    gameContext: zeros(GAME_CONTEXT_FACTORS),
  })),
  starterStrength: { strikeOut: 120, walk: 250, contact: 500 },
  staffStrength: 1500,
  scoring: {
    run: { walk: -1, single: -1, double: -0.4, triple: 0.4, out: -3 },
    rbi: {
      walk: [0.97, 0.03, 0, 0, 0],
      single: [0.75, 0.2, 0.05, 0, 0],
      double: [0.6, 0.25, 0.12, 0.03, 0],
      triple: [0.55, 0.3, 0.1, 0.05, 0],
      homeRun: [0, 0.58, 0.28, 0.11, 0.03],
      out: [0.95, 0.05, 0, 0, 0],
    },
    runSlots: Array.from({ length: 9 }, () => 0),
    rbiSlots: Array.from({ length: 9 }, () => 0),
    runContext: zeros(SCORING_CONTEXT),
    rbiContext: zeros(SCORING_CONTEXT),
    runStrength: 25,
    rbiStrength: 25,
    stealStrength: 40,
  },
  playingTime: { bySlot: [], perGame: 38, context: zeros(SCORING_CONTEXT), strength: 15 },
  day: { onBase: 0, scoring: 0, appearances: 0 },
})

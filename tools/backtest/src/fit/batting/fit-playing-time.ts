import {
  type BattingConstants,
  CALENDAR,
  type ContextWeights,
  ownAppearances,
  type PlayingTimeConstants,
  SCORING_CONTEXT,
} from '@propsight/shared/domain/engine'
import { fitShift, type ShiftRow, type WeightPrior, weigh } from '../fit-shift.ts'
import type { BattingCase } from './samples.ts'

const MOST_APPEARANCES = 8
/** Weight of the starts in neighbouring places of the order, and pseudo-count of every cell. */
const NEIGHBOURS_WEIGHT = 0.05
const PSEUDO_COUNT = 0.5
const STRENGTHS = [6, 10, 16, 25, 40]

const PRIOR: Readonly<Record<(typeof SCORING_CONTEXT)[number], WeightPrior>> = {
  always: { mean: 0, sd: 0.05 },
  home: { mean: -0.1, sd: 0.1 },
  club: { mean: 0.3, sd: 0.3 },
  staff: { mean: 0.3, sd: 0.3 },
  starterStrikeOut: { mean: 0, sd: 0.15 },
  starterWalk: { mean: 0.1, sd: 0.15 },
  starterContact: { mean: 0.2, sd: 0.2 },
  park: { mean: 0.3, sd: 0.3 },
  own: { mean: 0.7, sd: 0.3 },
}

/** Theory: longer benches and rest take away plate appearances, never add them. */
const CALENDAR_PRIOR: Readonly<Record<(typeof CALENDAR)[number], WeightPrior>> = {
  september: { mean: -0.04, sd: 0.03 },
  lastGames: { mean: -0.15, sd: 0.1 },
}

function tables(cases: readonly BattingCase[]): number[][] {
  const counts = Array.from({ length: 9 }, () => Array.from({ length: MOST_APPEARANCES + 1 }, () => 0))
  for (const { row } of cases) {
    const table = counts[(row.slot ?? 0) - 1]
    const at = Math.min(MOST_APPEARANCES, row.plateAppearances)
    if (table) table[at] = (table[at] ?? 0) + 1
  }
  return counts.map((own, slot) => {
    const mixed = own.map(
      (count, n) =>
        count +
        NEIGHBOURS_WEIGHT * ((counts[slot - 1]?.[n] ?? 0) + (counts[slot + 1]?.[n] ?? 0)) +
        (n === 0 ? 0 : PSEUDO_COUNT),
    )
    const sum = mixed.reduce((a, b) => a + b, 0)
    return mixed.map((count) => count / sum)
  })
}

/**
 * Fits the number of plate appearances of a starter: its distribution by place in the order, and the weights
 * of game context and own history, which shift the mean.
 */
export function fitPlayingTime(
  cases: readonly BattingCase[],
  constants: BattingConstants,
): PlayingTimeConstants {
  const bySlot = tables(cases)
  const means = bySlot.map((table) => table.reduce((sum, p, n) => sum + n * p, 0))
  const { perGame } = constants.playingTime
  const tries = STRENGTHS.map((strength) => {
    const tried = { ...constants, playingTime: { ...constants.playingTime, bySlot, strength } }
    const rows = cases.map(({ evidence, row }): ShiftRow => {
      const usual =
        evidence.leagueAppearances +
        evidence.slots.reduce((sum, chance, at) => sum + chance * (means[at] ?? 0), 0)
      const own = ownAppearances(evidence, tried)
      return {
        features: [
          ...SCORING_CONTEXT.map((name) => (name === 'own' ? own : evidence.context[name])),
          ...CALENDAR.map((name) => evidence.calendar[name]),
        ],
        seen: row.plateAppearances,
        // Plate appearances have a standard deviation of about 0.7 in every place of the order.
        expect: (shift) => ({ mean: usual + shift, slope: 1, variance: 0.5 }),
      }
    })
    const weights = fitShift(rows, [
      ...SCORING_CONTEXT.map((name) => PRIOR[name]),
      ...CALENDAR.map((name) => CALENDAR_PRIOR[name]),
    ])
    const miss = rows.reduce((sum, { features, seen, expect }) => {
      const shift = weigh(features, weights)
      return sum + (seen - expect(shift).mean) ** 2
    }, 0)
    const context = Object.fromEntries(
      SCORING_CONTEXT.map((name, at) => [name, weights[at] ?? 0]),
    ) as ContextWeights
    const calendar = {
      september: weights[SCORING_CONTEXT.length] ?? 0,
      lastGames: weights[SCORING_CONTEXT.length + 1] ?? 0,
    }
    return { miss, constants: { bySlot, perGame, context, calendar, strength } }
  })
  return tries.reduce((best, next) => (next.miss < best.miss ? next : best)).constants
}

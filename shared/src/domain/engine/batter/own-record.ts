import type { HittingCounts } from '../../game-counts.ts'
import { countOf } from '../count.ts'
import type { BatterGame, BatterInput } from '../input.ts'
import { BATTING_COUNTS } from '../league/totals.ts'

/** Sums over a batter's games before the day of the game. */
export interface OwnRecord extends HittingCounts {
  readonly plateAppearances: number
  /** Games started, and the plate appearances in them. */
  readonly starts: number
  readonly startAppearances: number
  readonly games: number
  /** Share of plate appearances in the park of the own club. */
  readonly atHome: number
  /**
   * Weighted number of starts in each place of the batting order, first to ninth. Recent starts weigh more.
   */
  readonly slots: readonly number[]
}

/** Weight of a start relative to the next one, in the usual place in the order. */
const SLOT_MEMORY = 0.9
/**
 * In logs without starters, a batter with this many plate appearances counts as a starter: substitutes seldom
 * have them.
 */
const STARTER_APPEARANCES = 3

const FIELDS = ['plateAppearances', ...BATTING_COUNTS] as const

const started = (game: BatterGame): boolean =>
  game.started ?? countOf(game.plateAppearances) >= STARTER_APPEARANCES

/**
 * Sums a batter's season before the day of the game. Games of that day or later in the input are ignored.
 * @returns null without a plate appearance
 */
export function ownRecord({ games, setting }: BatterInput): OwnRecord | null {
  const sums = Object.fromEntries(FIELDS.map((field) => [field, 0])) as Record<
    (typeof FIELDS)[number],
    number
  >
  const slots = Array.from({ length: 9 }, () => 0)
  let starts = 0
  let startAppearances = 0
  let played = 0
  let atHome = 0
  for (const game of games) {
    if (!(game.date < setting.date)) continue
    played++
    if (game.home) atHome += countOf(game.plateAppearances)
    for (const field of FIELDS) sums[field] += countOf(game[field])
    if (!started(game)) continue
    starts++
    startAppearances += countOf(game.plateAppearances)
    if (game.slot === null) continue
    for (let at = 0; at < 9; at++) slots[at] = (slots[at] ?? 0) * SLOT_MEMORY
    const at = game.slot - 1
    if (at in slots) slots[at] = (slots[at] ?? 0) + 1
  }
  if (sums.plateAppearances === 0) return null
  return { ...sums, starts, startAppearances, games: played, atHome: atHome / sums.plateAppearances, slots }
}

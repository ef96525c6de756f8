import { asShown } from '@propsight/shared/domain'
import type { PitcherAssessment } from './assess-pitcher.ts'
import { Z_STEPS } from './signal.ts'

/** Entry rules and limits of the page's sections (H2). */
export const MIN_RECENT_STARTS = 3
export const RANKED_MIN_INNINGS = 4.5
export const TOP_MIN_INNINGS = 5
export const TOP_MIN_OPPONENT_GAMES = 4
export const TOP_MIN_Z = Z_STEPS.high
export const TOP_PICKS_LIMIT = 5
export const WORKHORSES_LIMIT = 12

/** A pitcher with the result of the scoring rules. */
export interface Assessed {
  readonly name: string
  readonly assessment: PitcherAssessment
}

const innings = ({ assessment }: Assessed): number => assessment.recent.averageInnings ?? 0
/** Average innings as shown. */
const shownInnings = (pitcher: Assessed): number => asShown(innings(pitcher), 1)
const hasRecent = ({ assessment }: Assessed): boolean => assessment.recent.values.length >= MIN_RECENT_STARTS
const zOf = ({ assessment }: Assessed): number => assessment.z ?? Number.NEGATIVE_INFINITY

/**
 * Orders by a figure, highest first. Equal figures are ordered by name, so that the order is deterministic.
 */
const descending =
  (figure: (pitcher: Assessed) => number) =>
  (a: Assessed, b: Assessed): number => {
    const figureA = figure(a)
    const figureB = figure(b)
    if (figureA === figureB) return a.name.localeCompare(b.name, 'en')
    return figureA < figureB ? 1 : -1
  }

/** Why a pitcher is not ranked, as text for the user; null for a ranked pitcher. */
export function notRanked(pitcher: Assessed): string | null {
  if (pitcher.assessment.line === null) return 'no line'
  if (!hasRecent(pitcher)) return `fewer than ${MIN_RECENT_STARTS} starts`
  if (shownInnings(pitcher) < RANKED_MIN_INNINGS) return `under ${RANKED_MIN_INNINGS} innings on average`
  return null
}

/**
 * Strongest to Weakest: pitchers with a line, 4.5 innings on average and three recent starts, ordered by z.
 */
export const strongestToWeakest = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers.filter((pitcher) => notRanked(pitcher) === null).sort(descending(zOf))

/** The requirements of a Top Pick that a pitcher misses, as texts for the user; empty for a Top Pick. */
export function missingForTopPick(pitcher: Assessed): string[] {
  const { opponent } = pitcher.assessment
  return [
    zOf(pitcher) < TOP_MIN_Z && `z under ${TOP_MIN_Z.toFixed(2)}`,
    !hasRecent(pitcher) && `fewer than ${MIN_RECENT_STARTS} starts`,
    shownInnings(pitcher) < TOP_MIN_INNINGS && `under ${TOP_MIN_INNINGS} innings on average`,
    opponent.games < TOP_MIN_OPPONENT_GAMES &&
      `${opponent.games} of ${TOP_MIN_OPPONENT_GAMES} starts against them`,
  ].filter((lack) => lack !== false)
}

/**
 * Top Picks: 5 innings on average, three recent starts, four games against the opponent, z of 0.8; at most
 * five.
 */
export const topPitchers = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers
    .filter((pitcher) => missingForTopPick(pitcher).length === 0)
    .sort(descending(zOf))
    .slice(0, TOP_PICKS_LIMIT)

/** Pitchers that miss exactly one requirement of a Top Pick and have at least a MEDIUM edge, ordered by z. */
export const nearTopPitchers = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers
    .filter((pitcher) => missingForTopPick(pitcher).length === 1 && zOf(pitcher) >= Z_STEPS.medium)
    .sort(descending(zOf))

/** Workhorses: pitchers with three recent starts, ordered by average innings; at most twelve. */
export const workhorses = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers.filter(hasRecent).sort(descending(innings)).slice(0, WORKHORSES_LIMIT)

import type { PitcherAssessment } from './assess-pitcher.ts'
import { Z_STEPS } from './signal.ts'

/** Entry rules and limits of the page's sections (specification 2 §9). */
export const LEAST_RECENT_STARTS = 3
export const RANKED_LEAST_INNINGS = 4.5
export const TOP_LEAST_INNINGS = 5
export const TOP_LEAST_OPPONENT_GAMES = 4
export const TOP_LEAST_Z = Z_STEPS.high
export const TOP_PICKS_LIMIT = 5
export const WORKHORSES_LIMIT = 12

/** Somebody in a section: who it is, and what the rules say about him. */
export interface Assessed {
  readonly name: string
  readonly assessment: PitcherAssessment
}

const innings = ({ assessment }: Assessed): number => assessment.recent.averageInnings ?? 0
const hasRecent = ({ assessment }: Assessed): boolean =>
  assessment.recent.values.length >= LEAST_RECENT_STARTS
const zOf = ({ assessment }: Assessed): number => assessment.z ?? Number.NEGATIVE_INFINITY

/** Equal figures stand by name, so that the order is the same at every visit. */
const descending =
  (figure: (pitcher: Assessed) => number) =>
  (a: Assessed, b: Assessed): number => {
    const [of, than] = [figure(a), figure(b)]
    return of === than ? a.name.localeCompare(b.name, 'en') : of < than ? 1 : -1
  }

/** Why somebody is not in a ranked list, for a person to read; null for one who is. */
export function notRanked(pitcher: Assessed): string | null {
  if (pitcher.assessment.line === null) return 'no line'
  if (!hasRecent(pitcher)) return `fewer than ${LEAST_RECENT_STARTS} starts`
  if (innings(pitcher) < RANKED_LEAST_INNINGS) return `under ${RANKED_LEAST_INNINGS} innings on average`
  return null
}

/** Strongest to Weakest: those with a line, 4.5 innings on average and three recent starts, by z. */
export const strongestToWeakest = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers.filter((pitcher) => notRanked(pitcher) === null).sort(descending(zOf))

/** What somebody lacks to be a Top Pick, for a person to read; nothing for one who meets the rule. */
export function lacksForTopPick(pitcher: Assessed): string[] {
  const { opponent } = pitcher.assessment
  return [
    zOf(pitcher) < TOP_LEAST_Z && `z under ${TOP_LEAST_Z.toFixed(2)}`,
    !hasRecent(pitcher) && `fewer than ${LEAST_RECENT_STARTS} starts`,
    innings(pitcher) < TOP_LEAST_INNINGS && `under ${TOP_LEAST_INNINGS} innings on average`,
    opponent.games < TOP_LEAST_OPPONENT_GAMES &&
      `${opponent.games} of ${TOP_LEAST_OPPONENT_GAMES} starts against them`,
  ].filter((lack) => lack !== false)
}

/** Top Picks: 5 innings on average, three recent starts, four games against the opponent, z of 0.8; at most five. */
export const topPitchers = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers
    .filter((pitcher) => lacksForTopPick(pitcher).length === 0)
    .sort(descending(zOf))
    .slice(0, TOP_PICKS_LIMIT)

/** Who comes nearest to that rule without meeting it: one thing is lacking, and the edge is MEDIUM at least; by z. */
export const nearlyTopPitchers = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers
    .filter((pitcher) => lacksForTopPick(pitcher).length === 1 && zOf(pitcher) >= Z_STEPS.medium)
    .sort(descending(zOf))

/** Workhorses: three recent starts, by average innings; at most twelve. */
export const workhorses = <T extends Assessed>(pitchers: readonly T[]): T[] =>
  pitchers.filter(hasRecent).sort(descending(innings)).slice(0, WORKHORSES_LIMIT)

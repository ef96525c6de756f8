import { dependenceOf } from './dependence-of.ts'
import { judgeDependence, type RelationScore } from './score-dependence.ts'
import type { PlayedGame } from './performances.ts'

/** Number of held-out days at the end of the season. */
const HELD_BACK_DAYS = 30
const DAY_MS = 86_400_000

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`.padStart(7)

const line = ({ relation, pairs, logLoss, gain, gainError, bothOver }: RelationScore): string =>
  [
    relation.padEnd(16),
    String(pairs).padStart(9),
    logLoss.independent.toFixed(4).padStart(13),
    logLoss.joint.toFixed(4).padStart(8),
    gain.toFixed(4).padStart(9),
    `± ${gainError.toFixed(4)}`,
    percent(bothOver.independent),
    percent(bothOver.joint),
    percent(bothOver.seen),
  ].join(' ')

/**
 * Tests dependence on held-out days: correlations fitted to all but the last thirty days, compared with those
 * thirty.
 * @param until last day of the games, `YYYY-MM-DD`
 * @returns a table as text, one line per relation
 */
export function checkDependence(games: readonly PlayedGame[], until: string): string {
  const known = dayBefore(until, HELD_BACK_DAYS)
  const table = dependenceOf(games.filter(({ date }) => date <= known))
  const scores = judgeDependence(
    games.filter(({ date }) => date > known),
    table,
  )
  return [
    `Pairs of one game, fitted to ${known}, judged to ${until}: mean log loss, and how often both go over`,
    'relation             pairs  independent    joint      gain          alone  joint   seen',
    ...scores.filter(({ pairs }) => pairs > 0).map(line),
  ].join('\n')
}

import { confidencePercent, type LineForecast } from './line-forecast.ts'
import { type LineTrend, TREND_SHORT_GAMES } from './line-trend.ts'
import type { Side } from './recommendation.ts'

/** '8 of the last 10', 'all of the last 5', 'none of the last 3'. */
function ofTheLast(count: number, games: number): string {
  const part = count === 0 ? 'none' : count === games ? 'all' : String(count)
  return `${part} of the last ${games}`
}

function howOften({ counts }: LineTrend, side: Side): string {
  const hits = side === 'OVER' ? counts.over : counts.under
  const pushed = counts.push === 0 ? '' : `, ${counts.push} ${counts.push === 1 ? 'push' : 'pushes'}`
  return `${side === 'OVER' ? 'Over' : 'Under'} in ${ofTheLast(hits, counts.games)}${pushed}`
}

/** The last five games. Left out where the window has five games or fewer, since `howOften` covers these. */
function describeRecentForm({ bars, counts }: LineTrend, side: Side): string[] {
  if (counts.games <= TREND_SHORT_GAMES) return []
  const last = bars.slice(-TREND_SHORT_GAMES)
  const hits = last.filter((bar) => !bar.push && bar.result === side).length
  return [`${ofTheLast(hits, last.length)} ${side === 'OVER' ? 'over' : 'under'}`]
}

/** 'Over 63% likely (57–69)', followed by the chance of a push where the line allows one. */
function howLikely({ call, chance, low, high, push }: LineForecast): string {
  const likely = `${confidencePercent(chance)}% likely (${confidencePercent(low)}–${confidencePercent(high)})`
  const pushed = push > 0 ? `, ${confidencePercent(push)}% to push` : ''
  return `${call === 'UNDER' ? 'Under' : 'Over'} ${likely}${pushed}`
}

/**
 * Builds one sentence of reasoning. Its figures come from the engine ('likely') and from the games ('of the
 * last'): 'Over 63% likely (57–69); over in 8 of the last 10; 1.9 a game against a line of 1.5; 4 of the last
 * 5 over.'
 * @param side the recommended side; null describes the over
 * @param forecast null without a forecast: the sentence then has figures from the games only
 */
export function reasoning(
  found: LineTrend,
  line: number,
  side: Side | null,
  forecast: LineForecast | null = null,
): string {
  if (found.counts.games === 0) return 'No games this season.'
  const described = side ?? 'OVER'
  const mean = found.average === null ? [] : [`${found.average.toFixed(1)} a game against a line of ${line}`]
  const games = [howOften(found, described), ...mean, ...describeRecentForm(found, described)].join('; ')
  return `${forecast ? `${howLikely(forecast)}; ${games[0]?.toLowerCase()}${games.slice(1)}` : games}.`
}

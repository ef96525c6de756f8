import { TREND_LONG_GAMES, TREND_SHORT_GAMES } from '@propsight/shared/domain'
import type { LineFacts } from './facts.ts'
import { tenths, won } from './shown.ts'

const SEASON = /(?<!\p{L})seasons?(?!\p{L})/iu
const RECENT = /(?<!\p{L})(?:last|past|previous|recent\p{L}*|latest|lately)(?!\p{L})/iu

/** The averages of the facts, each with its number of games, in the form of figures. */
function averagesOf({ average, window, trend, season }: LineFacts): ReadonlySet<string> {
  const spans: [number | null | undefined, number][] = [
    [average, window.games],
    [trend?.short, TREND_SHORT_GAMES],
    [trend?.long, Math.min(TREND_LONG_GAMES, season.games)],
  ]
  return new Set(
    spans.flatMap(([mean, games]) => (typeof mean === 'number' ? [`${Number(tenths(mean))} ${games}`] : [])),
  )
}

/** Value of a figure of one unit; null for a figure of another unit. */
const figureValue = (figure: string | undefined, unit: string): string | null =>
  figure?.startsWith(`${unit} `) ? figure.slice(unit.length + 1) : null

/**
 * Whether an average or a count is attributed to other games than its own: the value of the last ten games to the last
 * five, or the value of the window to the season. An average without a number of games is that of the window.
 * @param figures as `figuresIn` returns them, in order
 * @param withoutNames the sentence without names
 */
export function isOfAnotherSpan(figures: readonly string[], withoutNames: string, facts: LineFacts): boolean {
  const averages = averagesOf(facts)
  const { window, season, average } = facts
  const seasonRatio = `ratio ${won(season, facts)}/${season.games}`
  const aboutSeason = SEASON.test(withoutNames) && !figures.includes(seasonRatio)
  const windowAverage = average === null ? null : String(Number(tenths(average)))
  const misplaced = figures.some((figure, at) => {
    const mean = figureValue(figure, 'average')
    if (mean === null) return false
    const games = figureValue(figures[at + 1], 'last') ?? figureValue(figures[at - 1], 'last')
    return games === null ? mean !== windowAverage || aboutSeason : !averages.has(`${mean} ${games}`)
  })
  const hasWindowRatio = figures.includes(`ratio ${won(window, facts)}/${window.games}`)
  return misplaced || (hasWindowRatio && aboutSeason && !RECENT.test(withoutNames))
}

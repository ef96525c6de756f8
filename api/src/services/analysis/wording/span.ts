import { TREND_LONG_GAMES, TREND_SHORT_GAMES } from '@propsight/shared/domain'
import type { LineFacts } from './facts.ts'
import { tenths, won } from './shown.ts'

const SEASON = /(?<!\p{L})seasons?(?!\p{L})/iu
const LATELY = /(?<!\p{L})(?:last|past|previous|recent\p{L}*|latest|lately)(?!\p{L})/iu

/** Each average that the facts hold, with the games that it is of, as figures write them. */
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

const saidAs = (figure: string | undefined, of: string): string | null =>
  figure?.startsWith(`${of} `) ? figure.slice(of.length + 1) : null

/**
 * Whether an average or a count is said of other games than its own: of the last five what is of the last ten, of the
 * season what is of the window. An average without its games is the window's.
 * @param figures as `figuresIn` names them, in order
 * @param bare the sentence without names
 */
export function isOfAnotherSpan(figures: readonly string[], bare: string, facts: LineFacts): boolean {
  const averages = averagesOf(facts)
  const { window, season, average } = facts
  const ofSeason = `ratio ${won(season, facts)}/${season.games}`
  const aboutSeason = SEASON.test(bare) && !figures.includes(ofSeason)
  const usual = average === null ? null : String(Number(tenths(average)))
  const misplaced = figures.some((figure, at) => {
    const mean = saidAs(figure, 'average')
    if (mean === null) return false
    const games = saidAs(figures[at + 1], 'last') ?? saidAs(figures[at - 1], 'last')
    return games === null ? mean !== usual || aboutSeason : !averages.has(`${mean} ${games}`)
  })
  const ofWindow = figures.includes(`ratio ${won(window, facts)}/${window.games}`)
  return misplaced || (ofWindow && aboutSeason && !LATELY.test(bare))
}

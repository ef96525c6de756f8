import type { Pick } from '@propsight/shared/contracts'
import { average, confidencePercent, type LineForecast, findStatType } from '@propsight/shared/domain'
import { tenths } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

const LAST_GAMES = 5
const HUNDREDTHS = 100

/** Probability of the over, also when the under is called. */
const overChance = ({ call, chance, push }: LineForecast): number =>
  call === 'UNDER' ? Math.max(0, 1 - chance - push) : chance

/** `advancedAnalytics` of a pick from the engine's exact distribution; null without a forecast. */
export function analyticsOf({ forecast, found }: RankedLine): NonNullable<Pick['advancedAnalytics']> | null {
  if (!forecast) return null
  const { rate } = found.counts
  return {
    probabilityOver: confidencePercent(overChance(forecast)),
    expectedValue: tenths(forecast.mean),
    last5Games: found.bars.slice(-LAST_GAMES).map(({ value }) => value),
    overRate: rate === null ? null : tenths(100 * rate),
  }
}

const HITTING = ['Hits', 'Total Bases', 'Home Runs', 'Runs', 'RBIs', 'Hits+Runs+RBIs']
const PITCHING = [
  'Pitcher Strikeouts',
  'Hits Allowed',
  'Earned Runs Allowed',
  'Walks Allowed',
  'Pitching Outs',
]

/** Season averages per game by market, rounded to two decimals, over the games that count for a line. */
export function averagesOf({ record }: RankedLine): Record<string, number> | null {
  const names = record.group === 'hitting' ? HITTING : PITCHING
  const averages = names.flatMap((name): [string, number][] => {
    const stat = findStatType(name)
    if (!stat) return []
    const values =
      stat.group === 'hitting'
        ? record.group === 'hitting'
          ? record.games.filter((game) => game.plateAppearances > 0).map((game) => stat.value(game))
          : []
        : record.group === 'pitching'
          ? record.games.filter((game) => game.started).map((game) => stat.value(game))
          : []
    const mean = average(values)
    return mean === null ? [] : [[stat.name, Math.round(mean * HUNDREDTHS) / HUNDREDTHS]]
  })
  return averages.length > 0 ? Object.fromEntries(averages) : null
}

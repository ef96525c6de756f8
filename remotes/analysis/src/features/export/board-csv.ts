import { basisText, type HitRateWindow, hitRates } from '@propsight/shared/domain'
import { type Cell, formatSigned, toCsv } from '@propsight/shared/format'
import { tenths } from '../../state/format.ts'
import { priceAge, type RankedLine } from '../../state/ranked-line.ts'

const WINDOWS: readonly (readonly [HitRateWindow, string])[] = [
  ['last5', 'Last 5'],
  ['last10', 'Last 10'],
  ['last15', 'Last 15'],
  ['last25', 'Last 25'],
  ['season', 'Season'],
]

/** Source of the figures, included in the file because the page's data badge is not. */
export interface BoardSource {
  /** League day, '2026-07-18'. */
  day: string
  /** Text of the page's data badge: 'Sample data'. */
  label: string
}

type Column = readonly [label: string, of: (card: RankedLine, source: BoardSource) => Cell]

const percent = (chance: number | null | undefined): number | null =>
  chance === null || chance === undefined ? null : tenths(100 * chance)

function countColumns([window, label]: (typeof WINDOWS)[number]): Column[] {
  const rateOf = ({ line, record }: RankedLine) => {
    const found = hitRates(line.statType, line.line, record, { opponent: null, hand: null })
    return found.ok ? found.value[window] : null
  }
  return [
    [`${label} over`, (card) => rateOf(card)?.over ?? null],
    [`${label} under`, (card) => rateOf(card)?.under ?? null],
    [`${label} push`, (card) => rateOf(card)?.push ?? null],
  ]
}

const COLUMNS: readonly Column[] = [
  ['Rank', ({ rank }) => rank],
  ['Player', ({ line }) => line.name],
  ['Team', ({ line }) => line.team],
  ['Position', ({ position }) => position],
  ['Opponent', ({ line }) => line.opponent],
  ['Home or away', ({ line }) => line.homeAway],
  ['Game time (UTC)', ({ line }) => line.gameTime],
  ['Stat', ({ line }) => line.statType],
  ['Line', ({ line }) => line.line],
  ['Odds type', ({ line }) => (line.promo ? `${line.oddsType} promo` : line.oddsType)],
  ['Pick', ({ side }) => side],
  ['Call', ({ call }) => call],
  ['Probability %', ({ forecast }) => percent(forecast?.chance)],
  ['Interval low %', ({ forecast }) => percent(forecast?.low)],
  ['Interval high %', ({ forecast }) => percent(forecast?.high)],
  ['Push %', ({ forecast }) => percent(forecast?.push)],
  [
    'Rests on',
    ({ forecast, line, record }) =>
      forecast && basisText(forecast, line.line, priceAge(forecast, record, Date.now())),
  ],
  [
    'Best price',
    ({ offer }) => (offer?.price ? `${formatSigned(offer.price.odds, 0)} at ${offer.price.book}` : null),
  ],
  ['Best price confirmed', ({ offer }) => offer?.price?.confirmedAt ?? null],
  ['Break-even %', ({ offer }) => percent(offer?.breakEven)],
  ['Expected value %', ({ offer }) => percent(offer?.value?.expected)],
  ['Expected value low %', ({ offer }) => percent(offer?.value?.low)],
  ['Expected value high %', ({ offer }) => percent(offer?.value?.high)],
  ['Fair line', ({ forecast }) => forecast?.fairLine ?? null],
  ['Expected', ({ forecast }) => forecast?.mean ?? null],
  ...WINDOWS.flatMap(countColumns),
  ['Availability', ({ record }) => record.availability?.label ?? null],
  ['Reasoning', ({ reasoning }) => reasoning],
  ['Engine', ({ engine }) => engine],
  ['League day', (_, { day }) => day],
  ['Data source', (_, { label }) => label],
]

/** The cards as CSV in the order shown. Each row has the counts of every window and the data source. */
export const boardCsv = (cards: readonly RankedLine[], source: BoardSource): string =>
  toCsv(
    COLUMNS.map(([label]) => label),
    cards.map((card) => COLUMNS.map(([, of]) => of(card, source))),
  )

/**
 * File name of the CSV: 'propsight-2026-07-18-total-bases.csv'.
 * @param category label of the board's category
 */
export function boardFileName(day: string, category: string): string {
  const words = category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `propsight-${day}-${words}.csv`
}

import type { CalibrationResponse } from '@propsight/shared/contracts'
import { LEAST_EDGE_BETS, LEAST_EDGE_DAYS, marketLabel, supportsEdges } from '@propsight/shared/domain'
import { longDayText } from '@propsight/shared/format'
import { Panel, Segmented, Table, type TableColumn } from '@propsight/shared/ui'
import { useState } from 'react'
import { signedPercent } from './labels.ts'
import styles from './track-record.module.css'

type PriceRecord = NonNullable<CalibrationResponse['prices']>
type PricedMarket = PriceRecord['markets'][number]
type PricedBets = PriceRecord['bets'][number]
type LineWeight = NonNullable<CalibrationResponse['lineWeights']>[number]
type Figure = 'logLoss' | 'ece' | 'slope'
type Forecast = keyof PricedMarket['logLoss']

const LIST = new Intl.ListFormat('en-US')

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const FIGURES = [
  { value: 'logLoss', label: 'Error' },
  { value: 'ece', label: 'Calibration' },
  { value: 'slope', label: 'Slope' },
] as const satisfies readonly { value: Figure; label: string }[]

const FIGURE_NOTES: Readonly<Record<Figure, string>> = {
  logLoss: 'Log loss: smaller is better; a coin has 0.6931.',
  ece: 'Mean distance of forecast from result; 0 is best.',
  slope: 'Below 1 the probabilities are too extreme, above 1 too cautious.',
}

const DIGITS: Readonly<Record<Figure, number>> = { logLoss: 4, ece: 3, slope: 2 }

const columnsOf = (figure: Figure): readonly TableColumn<PricedMarket>[] => {
  const column = (head: string, forecast: Forecast): TableColumn<PricedMarket> => ({
    head,
    numeric: true,
    cell: (market) => market[figure][forecast]?.toFixed(DIGITS[figure]) ?? '—',
    ...(forecast === 'shown' || forecast === 'shownLineOnly' ? { cellClass: () => 'u-fig' } : {}),
  })
  return [
    { head: 'Market', rowHeader: true, cell: ({ market }) => capitalize(market) },
    { head: 'Games', numeric: true, wide: true, cell: ({ n }) => n.toLocaleString('en-US') },
    { head: 'Days', numeric: true, wide: true, cell: ({ days }) => days },
    column('Books', 'market'),
    column('Our model alone', 'engine'),
    column('Shown, with a price', 'shown'),
    column('Shown, line only', 'shownLineOnly'),
  ]
}

const BET_COLUMNS: readonly TableColumn<PricedBets>[] = [
  {
    head: 'Bets by the rule',
    rowHeader: true,
    cell: ({ stat, price }) => `${stat}, ${price === 'first' ? 'first price' : 'closing price'}`,
  },
  { head: 'Bets', numeric: true, cell: ({ n }) => n.toLocaleString('en-US') },
  { head: 'Days', numeric: true, wide: true, cell: ({ days }) => days },
  { head: 'Return', numeric: true, cell: ({ roi }) => (roi === null ? '—' : signedPercent(roi, 1)) },
  {
    head: '95% interval',
    numeric: true,
    cell: ({ low, high }) =>
      low === null || high === null ? '—' : `${signedPercent(low, 1)} to ${signedPercent(high, 1)}`,
  },
  {
    head: 'Closing-line value',
    numeric: true,
    wide: true,
    cell: ({ closing }) =>
      closing
        ? `${signedPercent(closing.value, 1)} (${signedPercent(closing.low, 1)} to ${signedPercent(closing.high, 1)})`
        : '—',
  },
]

/** Whether edges are called on the markets with prices, and how many bets passed the gate in the past. */
function gateText({ bets }: PriceRecord): string {
  const stats = [...new Set(bets.map(({ stat }) => stat))]
  const open = stats.filter((stat) => supportsEdges(stat, { bets }))
  const passed = bets
    .filter(({ rule, price }) => rule === 'gate' && price === 'first')
    .reduce((sum, { n }) => sum + n, 0)
  const past =
    passed === 0
      ? 'No bet of these days would have been recommended.'
      : `${passed.toLocaleString('en-US')} bets of these days would have been recommended.`
  const now =
    open.length === 0
      ? 'It is closed on all markets, so nothing is recommended.'
      : `It is open on ${open.join(' and ')}.`
  return `${now} ${past}`
}

/** What the screens count as evidence. @param odds whether a source of prices is configured; undefined if unknown */
const sourceText = (odds: boolean | undefined): string =>
  odds === false
    ? 'No source of odds is configured here, so all screens use the line only.'
    : 'Where a current price is known, all screens use it.'

/** '85%', '85 to 93%'. */
function percentsText(weights: readonly number[]): string {
  const percents = weights.map((weight) => Math.round(100 * weight))
  const [least, most] = [Math.min(...percents), Math.max(...percents)]
  return least === most ? `${least}%` : `${least} to ${most}%`
}

/** How much books and engine count, by the weights in use. */
export function weightText(weights: readonly LineWeight[]): string {
  const priced = weights.flatMap(({ market, engine }) =>
    market === null || engine === null ? [] : [{ market, engine }],
  )
  const without = weights.flatMap(({ stat, lineOnly }) => (lineOnly === null ? [] : [{ stat, lineOnly }]))
  const alone = without.filter(({ lineOnly }) => lineOnly === 0).map(({ stat }) => marketLabel(stat))
  const counted = without
    .filter(({ lineOnly }) => lineOnly > 0)
    .map(({ stat, lineOnly }) => `${marketLabel(stat)} (${percentsText([lineOnly])})`)
  return [
    priced.length > 0 &&
      `With a price, ${percentsText(priced.map(({ market }) => market))} of the books’ log-odds without their margin and ${percentsText(priced.map(({ engine }) => engine))} of the engine’s count.`,
    alone.length > 0 && `Without one, the line is all that is known of ${LIST.format(alone)}.`,
    counted.length > 0 && `Without one, this share of the engine’s log-odds counts: ${LIST.format(counted)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

interface SportsbookPricesProps {
  prices: PriceRecord
  lineWeights: CalibrationResponse['lineWeights']
  /** Whether a source of prices is configured; undefined if unknown. */
  odds: boolean | undefined
}

/** How the displayed probability is made, how it compared with sportsbook prices, and the gate for edges. */
export function SportsbookPrices({ prices, lineWeights, odds }: SportsbookPricesProps) {
  const [figure, setFigure] = useState<Figure>('logLoss')
  const { markets, bets } = prices
  return (
    <Panel
      title="Against sportsbook prices"
      className={`${styles.panel} ${styles.whole}`}
      actions={
        markets.length > 0 && (
          <Segmented<Figure> label="Figure" options={FIGURES} value={figure} onChange={setFigure} />
        )
      }
    >
      <ul className={`${styles.points} ${styles.explained}`}>
        <li>
          <b>The offered line is evidence.</b> A book sets a line such as that of strikeouts near what it
          expects. The engine alone does not know that, and is too extreme at such a line.{' '}
          {lineWeights && weightText(lineWeights)} A line far from even that nearly every player has tells
          nothing, so that the engine counts there. Goblins and demons follow the player’s standard line.{' '}
          {sourceText(odds)}
        </li>
        <li>
          <b>What is called an edge.</b> Only a side whose interval of expected value is above zero, on a
          market whose past bets by this rule, at least {LEAST_EDGE_BETS} on {LEAST_EDGE_DAYS} days, had a
          return with a 95% interval above zero. {gateText(prices)}
        </li>
      </ul>
      {markets.length === 0 ? (
        <p className={styles.note}>This engine has not been compared with prices.</p>
      ) : (
        <>
          <Table
            label={`Against sportsbook prices: ${FIGURES.find(({ value }) => value === figure)?.label}`}
            columns={columnsOf(figure)}
            rows={markets}
            keyOf={({ market }) => market}
          />
          <p className={styles.note}>{FIGURE_NOTES[figure]}</p>
          <Table
            label="Returns of bets"
            columns={BET_COLUMNS}
            rows={bets.filter(({ rule }) => rule === 'interval')}
            keyOf={({ stat, price }) => `${stat} ${price}`}
          />
          <p className={styles.note}>
            Bets of one unit at the best price. Closing-line value: how much the books’ probability of the
            side, without their margin, rose from the first price to the closing one. Data: {prices.data},{' '}
            {longDayText(prices.from)} to {longDayText(prices.to)}, engine {prices.engine}. The weights of
            each day were learned from earlier days only.
          </p>
        </>
      )}
    </Panel>
  )
}

import type { PlayerDetail } from '@propsight/shared/contracts'
import {
  asShown,
  gameBar,
  marketLabel,
  type RatedGame,
  sideCountsText,
  sideRate,
  wilson,
} from '@propsight/shared/domain'
import { formatSigned, unreadText } from '@propsight/shared/format'
import { Button, cx, Panel, Segmented, Stepper, Table, type TableColumn, Tag } from '@propsight/shared/ui'
import { type ReactNode, useState } from 'react'
import { percentText, tenths } from '../../../state/format.ts'
import type { DetailQuery } from '../detail-query.tsx'
import { CHART_VIEWS, type ChartView, dayText, matchupText, ODDS_LABELS, pitcherHand } from '../labels.ts'
import { MissingPart } from '../missing-part.tsx'
import type { DetailModel } from '../use-detail-model.ts'
import { DEFAULT_LINE, type View } from '../use-detail-state.ts'
import { axisTop } from './chart-plot.ts'
import { GameChart } from './game-chart.tsx'
import { GameFilter } from './game-filter.tsx'
import styles from './recent-games.module.css'

interface GamesTableProps {
  games: readonly RatedGame[]
  line: number
  stat: string
  demo: boolean
}

const resultClass = (push: boolean | undefined, result: 'OVER' | 'UNDER'): string => {
  if (push) return 'u-muted'
  return result === 'OVER' ? 'u-over' : 'u-under'
}

/** The games of the chart as a table, newest first, each with its result against the line. */
function GamesTable({ games, line, stat, demo }: GamesTableProps) {
  const rows = games
    .map((game, key) => ({ ...game, ...gameBar(game.place, game.value, line), key }))
    .toReversed()
  const columns: TableColumn<(typeof rows)[number]>[] = [
    { head: 'Date', cell: ({ place }) => (demo ? 'Demo' : dayText(place.date)) },
    { head: 'Opponent', cell: ({ place }) => matchupText(place) || '—' },
    { head: 'Starter', wide: true, cell: ({ hand }) => (hand ? pitcherHand(hand) : '—') },
    { head: stat, numeric: true, cell: ({ value }) => value, cellClass: () => 'u-fig' },
    {
      head: `Against ${line}`,
      numeric: true,
      cell: ({ push, result }) => (push ? 'push' : result),
      cellClass: ({ push, result }) => resultClass(push, result),
    },
  ]
  return (
    <Table
      label={demo ? 'Demo bars' : `${stat} by game, newest first, against a line of ${line}`}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
    />
  )
}

const TRENDS = {
  up: { word: 'Up', className: styles.up },
  down: { word: 'Down', className: styles.down },
  flat: { word: 'Flat', className: undefined },
} as const

function Cell({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt className="u-label">{label}</dt>
      <dd className="u-fig">{children}</dd>
    </div>
  )
}

function TrendCell({ form: { trend } }: Pick<DetailModel, 'form'>) {
  if (!trend) return <>—</>
  const { word, className } = TRENDS[trend.direction]
  const difference = trend.short - trend.long
  // A flat trend of 0.05 has a second decimal: '+0.1' would look like a rise.
  const digits = trend.direction === 'flat' && asShown(difference, 1) !== 0 ? 2 : 1
  return (
    <>
      {className && <i className={className} aria-hidden="true" />}
      {word} <span>{formatSigned(difference, digits)}</span>
    </>
  )
}

/** Statistics of the games shown: rate of the called side, averages, trend and streak. Demo bars count in none of them. */
export function Summary({ model }: { model: DetailModel }) {
  const { average, form, streak, demo, drawn, side } = model
  const mean = average === null ? '—' : tenths(average).toFixed(1)
  const { hits, decided, rate } = sideRate(model.rate, side)
  const ends = wilson(hits, decided)
  const interval = ends && `95% interval ${percentText(ends.low)}–${percentText(ends.high)}`
  return (
    <dl className={styles.summary}>
      <Cell label="Hit rate" {...(interval ? { title: interval } : {})}>
        <b>
          {rate === null ? '—' : percentText(rate)}
          {rate !== null && <small>%</small>}
        </b>
        {!demo && <span>{sideCountsText(model.rate, side)}</span>}
      </Cell>
      <Cell
        label={demo ? 'Average, Demo' : `Average, ${drawn.length} ${drawn.length === 1 ? 'game' : 'games'}`}
      >
        {mean}
      </Cell>
      <Cell label="Average, last 5">{form.last5 === null ? '—' : form.last5.toFixed(1)}</Cell>
      <Cell label="Trend" title="Average of the last 5 games against the last 10; flat within 0.05">
        <TrendCell form={form} />
      </Cell>
      <Cell label="Streak">
        {streak ? (
          <>
            {streak.games} <span>{streak.side}</span>
          </>
        ) : (
          '—'
        )}
      </Cell>
    </dl>
  )
}

/** Minimum line, and the step of the stepper. */
export const LINE_STEP = 0.5

type BookLine = NonNullable<PlayerDetail['bookLines']>[string][number]
const NO_LINES: readonly BookLine[] = []

/** Whether the shown line is the book's or the user's own, with Reset and the book's other lines, on this board or not. */
function LineOrigin({ view, bookLines }: { view: View; bookLines: readonly BookLine[] }) {
  const { book, shown, line, setLine, offered } = view
  const bookLine = book?.line.line
  const differs = bookLine !== undefined && line !== bookLine
  const ownLabel = view.demo && line === DEFAULT_LINE ? 'Demo line' : 'Your line'
  const isOnBoard = (other: BookLine) =>
    offered.some((card) => card.line.line === other.line && card.line.oddsType === other.oddsType)
  const unranked = bookLines.filter((other) => !isOnBoard(other))
  const otherLines = offered.filter((other) => other.line.line !== line && other.line.line !== bookLine)
  return (
    <div className={styles.whose}>
      {bookLine === undefined && <span>This board ranks no line on this; this one is yours.</span>}
      {bookLine !== undefined && !differs && <span>The book’s line</span>}
      {differs && (
        <>
          <span role="status">
            {shown ? `The book’s ${ODDS_LABELS[shown.line.oddsType]} line` : ownLabel}; the book’s is{' '}
            {bookLine}
          </span>
          <Button variant="bare" onClick={() => setLine(bookLine)}>
            Reset
          </Button>
        </>
      )}
      {unranked.length > 0 && (
        <span>{offered.length > 0 ? 'Also at the book' : 'At the book'}, not on this board:</span>
      )}
      {unranked.map((other) => (
        <Button key={`${other.oddsType} ${other.line}`} variant="bare" onClick={() => setLine(other.line)}>
          {ODDS_LABELS[other.oddsType]} {other.line}
        </Button>
      ))}
      {otherLines.map(({ id, line: other }) => (
        <Button key={id} variant="bare" onClick={() => setLine(other.line)}>
          {ODDS_LABELS[other.oddsType]} {other.line}
        </Button>
      ))}
    </div>
  )
}

const LOCATION_TEXT = { all: '', home: ' at home', away: ' away', opponent: '', hand: '' } as const

function nothingText({ where, lacking }: View, { against }: DetailModel): string {
  if (lacking) return 'The source of the game log lacks counts of this stat.'
  if (where === 'opponent') return `No games against ${against.opponent} this season.`
  if (where === 'hand')
    return `No games against ${against.hand === 'L' ? 'left' : 'right'}-handers this season.`
  return `No games${LOCATION_TEXT[where]} this season.`
}

interface RecentGamesProps {
  view: View
  model: DetailModel
  /** The line at rest, while the shown line moves. */
  restingLine: number
  details: DetailQuery
  batter: boolean
  /** Number of games of the season that could not be read. */
  unread: number
}

/** The games against the line. Dragging or stepping the line updates every number of the view. */
export function RecentGames({ view, model, restingLine, details, batter, unread }: RecentGamesProps) {
  const [shown, setShown] = useState<ChartView>('chart')
  const { line, stat, setLine } = view
  const { drawn, demo } = model
  const values = drawn.map(({ value }) => value)
  // Of the line at rest, so that the axis does not change under a dragged line.
  const most = axisTop(values, Math.max(restingLine, view.book?.line.line ?? 0))
  return (
    <Panel
      title="Recent Games Performance"
      className={styles.panel}
      actions={
        <div className={styles.controls}>
          <Segmented<ChartView> label="View" options={CHART_VIEWS} value={shown} onChange={setShown} />
          <span className={styles.line}>
            <span className="u-label" aria-hidden="true">
              Line
            </span>
            <Stepper
              label="Line"
              value={line}
              min={LINE_STEP}
              max={Math.max(line, 2 * most)}
              step={LINE_STEP}
              onChange={setLine}
            />
          </span>
        </div>
      }
    >
      <div className={styles.filters}>
        <GameFilter
          batter={batter}
          view={view}
          against={model.against}
          hands={Object.keys(details.data?.starterHands ?? {}).length > 0}
        />
        <LineOrigin view={view} bookLines={details.data?.bookLines?.[stat] ?? NO_LINES} />
      </div>
      {(view.where === 'home' || view.where === 'away') && (
        <MissingPart reason="A game at a neutral park counts for the side that the schedule gives the club." />
      )}
      {view.where === 'hand' && details.data?.missing.starterHands && (
        <MissingPart reason={details.data.missing.starterHands} onRetry={details.retry} />
      )}
      {unread > 0 && (
        <MissingPart
          reason={`${unreadText(unread, 'game')} No number here includes ${unread === 1 ? 'it' : 'them'}.`}
        />
      )}
      {demo && (
        <p className={styles.demo}>
          <Tag outlined>Demo</Tag> Example bars: no games yet.
        </p>
      )}
      {values.length === 0 && <p className={cx(styles.place, styles.nothing)}>{nothingText(view, model)}</p>}
      {values.length > 0 && shown === 'chart' && (
        <div className={styles.place}>
          <GameChart
            games={drawn}
            line={line}
            restingLine={restingLine}
            most={most}
            stat={marketLabel(stat)}
            demo={demo}
            side={model.side}
            onLine={setLine}
          />
        </div>
      )}
      {values.length > 0 && shown === 'table' && (
        <div className={styles.place}>
          <GamesTable games={drawn} line={line} stat={marketLabel(stat)} demo={demo} />
        </div>
      )}
      <Summary model={model} />
    </Panel>
  )
}

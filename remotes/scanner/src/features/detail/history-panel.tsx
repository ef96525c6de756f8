import { isApiError } from '@propsight/shared/client'
import type { PriceChange, ShellApi } from '@propsight/shared/contracts'
import type { OddsSide, VigRemoval } from '@propsight/shared/domain/odds'
import { countText, unreadText } from '@propsight/shared/format'
import {
  Chart,
  ErrorState,
  Segmented,
  Select,
  Skeleton,
  Table,
  type TableColumn,
  Tag,
} from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { historyOptions } from '../../state/odds-query.ts'
import type { Row } from '../../state/rows.ts'
import styles from './detail.module.css'
import {
  describeHistory,
  type HistoryDrawing,
  historyOption,
  type PriceHistory,
  readHistory,
} from './history-option.ts'

/** The lines of a history, the one with the most changes first. */
export function linesOf(changes: readonly PriceChange[]): number[] {
  const counts = [...Map.groupBy(changes, ({ line }) => line)].map(([line, of]) => ({
    line,
    count: of.length,
  }))
  return counts.sort((a, b) => b.count - a.count || a.line - b.line).map(({ line }) => line)
}

/** Marks a price far from those of the other books. */
export const OutOfLineTag = () => (
  <Tag small tone="mid" title="Far from the other books: counts neither as best nor in the consensus">
    out of line
  </Tag>
)

const HEIGHT_PX = 240
const heightOf = () => HEIGHT_PX
/** Newest changes in the table; the chart has all. */
const SHOWN_CHANGES = 100

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type View = (typeof VIEWS)[number]['value']

const SIDES = [
  { value: 'over', label: 'Over' },
  { value: 'under', label: 'Under' },
] as const

export interface HistoryTexts {
  bookTitle(book: string): string
  /** Formats American odds as the user reads them. */
  priceText(american: number): string
  timeText(at: number): string
}

interface HistoryPanelProps extends HistoryTexts {
  shell: ShellApi
  row: Row
  removal: VigRemoval
  /** Time of the last read of the prices, epoch milliseconds. */
  end: number
}

type TableTexts = HistoryTexts & Pick<PriceHistory, 'outOfLine'>

function columnsOf({ bookTitle, priceText, timeText, outOfLine }: TableTexts): TableColumn<PriceChange>[] {
  const price = (american: number | null) => (american === null ? '—' : priceText(american))
  return [
    {
      head: 'Time',
      rowHeader: true,
      cell: ({ at }) => timeText(Date.parse(at)),
      cellClass: () => 'u-nowrap',
    },
    {
      head: 'Book',
      cell: (change) => (
        <>
          {bookTitle(change.book)} {outOfLine.has(change) && <OutOfLineTag />}
        </>
      ),
    },
    { head: 'Over', numeric: true, cell: ({ over }) => price(over) },
    { head: 'Under', numeric: true, cell: ({ under }) => price(under) },
  ]
}

function HistoryTable({ changes, ...texts }: TableTexts & { changes: readonly PriceChange[] }) {
  const newest = changes.toReversed().slice(0, SHOWN_CHANGES)
  return (
    <>
      <Table
        label="Changes of the prices, newest first"
        className={styles.dense}
        columns={columnsOf(texts)}
        rows={newest}
        keyOf={({ at, book }) => `${at} ${book}`}
        scroll
      />
      {changes.length > newest.length && (
        <p className={styles.note}>
          The newest {newest.length} of {countText(changes.length, 'change')}.
        </p>
      )}
    </>
  )
}

/** The price history of one prop: a chart with its data as a table, by line and side. */
export function HistoryPanel({
  shell,
  row,
  removal,
  end,
  bookTitle,
  priceText,
  timeText,
}: HistoryPanelProps) {
  const { data, error, refetch } = useQuery(historyOptions(shell.api, row.id))
  const [view, setView] = useState<View>('chart')
  const [side, setSide] = useState<OddsSide>(row.values[0]?.side ?? 'over')
  const [chosen, setChosen] = useState<number | null>(null)
  const lines = useMemo(() => (data ? linesOf(data.changes) : []), [data])
  const line = chosen ?? (lines.includes(row.line) ? row.line : (lines[0] ?? row.line))
  const drawing = useMemo<HistoryDrawing | null>(() => {
    if (!data) return null
    const history = readHistory(data.changes, line, side, removal)
    return history.consensus.length === 0 ? null : { history, end, bookTitle, priceText, timeText }
  }, [data, line, side, removal, end, bookTitle, priceText, timeText])
  const optionOf = useCallback((width: number) => (drawing ? historyOption(drawing, width) : {}), [drawing])
  const changes = data?.changes.filter((change) => change.line === line) ?? []
  return (
    <section className={styles.history} aria-label="Price history">
      <header className={styles.head}>
        <h2>Price history</h2>
        <Segmented<OddsSide>
          label="Side of the history"
          options={SIDES}
          value={side}
          onChange={setSide}
          tight
        />
        {lines.length > 1 && (
          <Select
            label="Line"
            options={lines
              .toSorted((a, b) => a - b)
              .map((each) => ({ value: String(each), label: String(each) }))}
            value={String(line)}
            onChange={(value) => setChosen(Number(value))}
          />
        )}
        <Segmented<View> label="Price history as" options={VIEWS} value={view} onChange={setView} tight />
      </header>
      {error && !data && (
        <ErrorState
          title="The price history could not be loaded."
          onRetry={() => void refetch()}
          requestId={isApiError(error) ? error.requestId : null}
        >
          The prices themselves are complete.
        </ErrorState>
      )}
      {!error && !data && <Skeleton height={HEIGHT_PX} />}
      {data && data.unread > 0 && <p className={styles.note}>{unreadText(data.unread, 'change')}</p>}
      {data && !drawing && <p className={styles.note}>No changes of this line are known.</p>}
      {drawing && view === 'chart' && (
        <>
          <Chart label={describeHistory(drawing)} heightOf={heightOf} optionOf={optionOf} />
          <p className={styles.note}>
            Thin lines: the break-even of each book’s price. Thick line: the consensus of all books without
            margin.
          </p>
        </>
      )}
      {drawing && view === 'table' && (
        <HistoryTable
          changes={changes}
          outOfLine={drawing.history.outOfLine}
          bookTitle={bookTitle}
          priceText={priceText}
          timeText={timeText}
        />
      )}
    </section>
  )
}

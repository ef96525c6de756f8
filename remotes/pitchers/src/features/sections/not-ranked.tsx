import { asShown, type PitcherStat } from '@propsight/shared/domain'
import { countText, formatSigned } from '@propsight/shared/format'
import { notRanked } from '../../scoring/section-rules.ts'
import type { PitcherRow } from '../../state/rows.ts'
import { SIGNAL_STEPS } from './cells.tsx'
import type { Column } from './column.ts'
import { statColumns } from './columns.tsx'
import { SectionPanel } from './section-panel.tsx'

const TITLES: Readonly<Record<PitcherStat, string>> = {
  strikeouts: 'Not Ranked: Strikeouts',
  'hits-allowed': 'Not Ranked: Hits Allowed',
}

const reasonOf = (row: PitcherRow): string =>
  row.assessment.line === null ? row.why.line : (notRanked(row) ?? '')

/** Basis of the signal, or the reason why there is none (H4). */
export function signalBasisText({ assessment, pitcher }: PitcherRow): string {
  const { signalBasis, z, line, recent, opponent } = assessment
  const average =
    recent.average === null ? 'No starts this season' : `Average ${asShown(recent.average, 1).toFixed(1)}`
  if (signalBasis === 'edge') return `Edge z ${formatSigned(z ?? 0, 2)}`
  if (signalBasis === 'average-over-line') return `${average} against the line of ${line}`
  if (signalBasis === 'average') return `${average} alone, no starts against ${pitcher.oppAbbr}`
  if (recent.average === null) return average
  return `No line, ${countText(opponent.games, 'start')} against ${pitcher.oppAbbr}`
}

const BASIS: Column<PitcherRow> = {
  head: 'Taken from',
  title: 'What the signal is taken from',
  sort: signalBasisText,
  cell: (row) => <span className="u-muted">{signalBasisText(row)}</span>,
}
const REASON: Column<PitcherRow> = {
  head: 'Not ranked',
  title: 'Why this pitcher is not in Strongest to Weakest',
  sort: reasonOf,
  cell: (row) => <span className="u-muted">{reasonOf(row)}</span>,
}

const BEFORE = ['Pitcher', 'Signal']
const AFTER = ['Engine', 'Line', 'Last 5 starts', 'Avg K', 'Avg H', 'Avg IP', 'Vs opp']

function columnsOf(stat: PitcherStat): readonly Column<PitcherRow>[] {
  const columns = statColumns(stat)
  return [
    ...columns.filter(({ head }) => BEFORE.includes(head)),
    BASIS,
    REASON,
    ...columns.filter(({ head }) => AFTER.includes(head)),
  ]
}
const COLUMNS: Readonly<Record<PitcherStat, readonly Column<PitcherRow>[]>> = {
  strikeouts: columnsOf('strikeouts'),
  'hits-allowed': columnsOf('hits-allowed'),
}

/**
 * Pitchers that Strongest to Weakest does not rank, with their signals. Only this table shows the fallback
 * signals of pitchers without a line (H4). It is at the end of the page, so that its appearance causes no
 * layout shift.
 */
export function NotRanked(props: {
  stat: PitcherStat
  date: string
  rows: readonly PitcherRow[]
  cards: boolean
}) {
  const { stat, date, rows, cards } = props
  const unranked = rows
    .filter((row) => notRanked(row) !== null)
    .sort((a, b) => SIGNAL_STEPS[b.assessment.signal] - SIGNAL_STEPS[a.assessment.signal])
  if (unranked.length === 0) return null
  return (
    <SectionPanel
      title={TITLES[stat]}
      rule="by signal, with its source and the reason for no rank"
      file={`pitchers-not-ranked-${stat}-${date}.csv`}
      rows={unranked}
      columns={COLUMNS[stat]}
      cards={cards}
      empty=""
    />
  )
}

import { asShown, type PitcherStat } from '@propsight/shared/domain'
import { countText, formatSigned } from '@propsight/shared/format'
import { notRanked, strongestToWeakest, WORKHORSES_LIMIT, workhorses } from '../../scoring/section-rules.ts'
import type { PitcherRow, Place } from '../../state/rows.ts'
import { PitcherCell, SIGNAL_STEPS } from './cells.tsx'
import type { Column } from './column.ts'
import { statColumns, WORKHORSE_COLUMNS } from './columns.tsx'
import { SectionPanel } from './section-panel.tsx'
import styles from './sections.module.css'
import { TopPicks } from './top-picks.tsx'

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
  if (signalBasis === 'edge') return `Edge ${formatSigned(z ?? 0, 2)}`
  if (signalBasis === 'average-over-line') return `${average} against the line of ${line}`
  if (signalBasis === 'average') return `${average} alone, no starts against ${pitcher.oppAbbr}`
  if (recent.average === null) return average
  return `No line, ${countText(opponent.games, 'start')} against ${pitcher.oppAbbr}`
}

const BASIS: Column<PitcherRow> = {
  head: 'Taken from',
  width: 270,
  title: 'What the signal is taken from',
  sort: signalBasisText,
  cell: (row) => <span className="u-muted">{signalBasisText(row)}</span>,
}
const REASON: Column<PitcherRow> = {
  head: 'Not ranked',
  width: 220,
  title: 'Why this pitcher is not in Strongest to Weakest',
  sort: reasonOf,
  cell: (row) => <span className="u-muted">{reasonOf(row)}</span>,
}

const BEFORE = ['Pitcher', 'Signal']
const AFTER = ['Engine', 'Line', 'Last 5 starts', 'Avg K', 'Avg H', 'Avg IP', 'Vs opp']

function buildColumns(stat: PitcherStat): readonly Column<PitcherRow>[] {
  const columns = statColumns(stat)
  return [
    ...columns.filter(({ head }) => BEFORE.includes(head)),
    BASIS,
    REASON,
    ...columns.filter(({ head }) => AFTER.includes(head)),
  ]
}
const COLUMNS: Readonly<Record<PitcherStat, readonly Column<PitcherRow>[]>> = {
  strikeouts: buildColumns('strikeouts'),
  'hits-allowed': buildColumns('hits-allowed'),
}

/**
 * Pitchers that Strongest to Weakest does not rank, with their signals. Only this table shows the fallback
 * signals of pitchers without a line (H4). It follows the ranked ones, so that both together are as high as the
 * rows that were loading, and the sections below do not move.
 */
function NotRanked(props: { stat: PitcherStat; date: string; rows: readonly PitcherRow[]; cards: boolean }) {
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

interface StatRows {
  rows: PitcherRow[]
  /** Stable rows of all pitchers while data loads; null once the list can be ranked. */
  places: Place[] | null
  /** Whether lines or facts of this market are still loading. */
  loading: boolean
}

interface SectionsProps {
  date: string
  /** Cards instead of tables, for windows under 768 px. */
  cards: boolean
  /** Whether the list of probable pitchers is read. */
  isListRead: boolean
  strikeouts: StatRows
  hitsAllowed: StatRows
}

/** Placeholder rows before the list of pitchers is read: the starters of a full day, so that no section below moves. */
const BLANK_ROWS = 30

const placesIn = (places: Place[] | null) =>
  places?.map((place) => ({ ...place, head: <PitcherCell pitcher={place.pitcher} /> })) ?? null

const STRIKEOUTS = statColumns('strikeouts')
const HITS_ALLOWED = statColumns('hits-allowed')
const RANKED_RULE = 'with a line, 4.5 or more innings on average, three or more starts'

/** The four sections of the page (H2), and the signals of pitchers that no section ranks. */
export function Sections({ date, cards, isListRead, strikeouts, hitsAllowed }: SectionsProps) {
  const workhorseRows = workhorses(strikeouts.rows)
  return (
    <div className={styles.sections}>
      <div className={styles.two}>
        <TopPicks stat="strikeouts" rows={strikeouts.rows} loading={strikeouts.loading} />
        <TopPicks stat="hits-allowed" rows={hitsAllowed.rows} loading={hitsAllowed.loading} />
      </div>
      <SectionPanel
        title="Strongest to Weakest: Strikeouts"
        rule={RANKED_RULE}
        file={`pitchers-strikeouts-${date}.csv`}
        rows={strongestToWeakest(strikeouts.rows)}
        columns={STRIKEOUTS}
        cards={cards}
        places={placesIn(strikeouts.places)}
        waiting={isListRead ? 0 : BLANK_ROWS}
        empty="No pitcher today has a strikeout line and enough starts."
      />
      {strikeouts.places === null && (
        <NotRanked stat="strikeouts" date={date} rows={strikeouts.rows} cards={cards} />
      )}
      <SectionPanel
        title="Workhorses: Highest Avg IP"
        rule="three or more starts"
        file={`pitchers-workhorses-${date}.csv`}
        rows={workhorseRows}
        columns={WORKHORSE_COLUMNS}
        cards={cards}
        waiting={!isListRead || strikeouts.places ? WORKHORSES_LIMIT - workhorseRows.length : 0}
        empty="No pitcher today has three starts this season."
      />
      <SectionPanel
        title="Strongest to Weakest: Hits Allowed"
        rule={RANKED_RULE}
        file={`pitchers-hits-allowed-${date}.csv`}
        rows={strongestToWeakest(hitsAllowed.rows)}
        columns={HITS_ALLOWED}
        cards={cards}
        places={placesIn(hitsAllowed.places)}
        waiting={isListRead ? 0 : BLANK_ROWS}
        empty="No pitcher today has a hits-allowed line and enough starts."
      />
      {hitsAllowed.places === null && (
        <NotRanked stat="hits-allowed" date={date} rows={hitsAllowed.rows} cards={cards} />
      )}
    </div>
  )
}

import { asShown, type PitcherStat, startValue } from '@propsight/shared/domain'
import { countText, formatSigned } from '@propsight/shared/format'
import { Call, Skeleton } from '@propsight/shared/ui'
import {
  missingForTopPick,
  nearTopPitchers,
  notRanked,
  strongestToWeakest,
  TOP_PICKS_LIMIT,
  topPitchers,
  WORKHORSES_LIMIT,
  workhorses,
} from '../../scoring/section-rules.ts'
import type { PitcherRow, Place } from '../../state/rows.ts'
import { Dash, OverPrice, PitcherCell, SIGNAL_STEPS, ZBar } from './cells.tsx'
import { statColumns, WORKHORSE_COLUMNS } from './columns.tsx'
import { type Column, SectionPanel } from './section-panel.tsx'
import styles from './sections.module.css'
import { StartStrip } from './start-strip.tsx'

const TITLES: Readonly<Record<PitcherStat, string>> = {
  strikeouts: 'Top Picks Today: Strikeouts',
  'hits-allowed': 'Top Picks Today: Hits Allowed',
}
/**
 * The page shows goblin lines, whose payout is not public, so that no pick is known to reach its break-even. The
 * section ranks projections and says that it recommends none.
 */
const RULE =
  'edge of 0.80 or more, five or more innings, four or more starts against them · by projection, no recommendation'
const WHAT = { strikeouts: 'strikeouts', 'hits-allowed': 'hits allowed' } as const

const Pick = ({ row, rank, stat }: { row: PitcherRow; rank: number; stat: PitcherStat }) => {
  const { line, projected, z } = row.assessment
  return (
    <li>
      <span className="u-fig u-dim">{rank}</span>
      <PitcherCell pitcher={row.pitcher} note={row.facts.forecastNote} />
      {line !== null && (
        <span className={styles.call}>
          <Call side="OVER" line={line} />
          <OverPrice pitcher={row.pitcher} stat={stat} line={line} />
        </span>
      )}
      <span className={styles.projected}>
        {projected === null ? (
          <Dash reason={row.why.projected} />
        ) : (
          <b className="u-fig">{projected.toFixed(1)}</b>
        )}
        <span>projected</span>
      </span>
      <StartStrip
        starts={row.starts}
        value={(start) => startValue(start, stat)}
        what={WHAT[stat]}
        line={line}
      />
      <ZBar z={z} reason={row.why.line} bare />
    </li>
  )
}

const RANKS = Array.from({ length: TOP_PICKS_LIMIT }, (_, index) => index + 1)
const PLACE_PX = 56
const SENTENCE_PX = 44
const NEAR_PX = 36

/** Number of near picks that fit into the height of the free places. */
const nearPlaces = (free: number): number =>
  Math.min(TOP_PICKS_LIMIT, Math.max(0, Math.floor((free * PLACE_PX - SENTENCE_PX) / NEAR_PX)))

/** Fills free places with pitchers that almost meet the rule, each with the missing requirement. */
const Near = ({ rows, none }: { rows: PitcherRow[]; none: boolean }) => (
  <>
    <p className={styles.rest}>
      {none ? 'No pitcher meets this rule today.' : 'No other pitcher meets this rule today.'}
      {rows.length > 0 && ' Closest:'}
    </p>
    <ul className={styles.near}>
      {rows.map((row) => (
        <li key={row.id}>
          <span>{row.name}</span>
          <span>{missingForTopPick(row).join(', ')}</span>
          <ZBar z={row.assessment.z} reason={row.why.line} bare />
        </li>
      ))}
    </ul>
  </>
)

/**
 * Top Picks Today of one market (H2). Always has the height of five picks, so that loading causes no layout
 * shift.
 */
function TopPicks({ stat, rows, loading }: { stat: PitcherStat; rows: PitcherRow[]; loading: boolean }) {
  const picks = topPitchers(rows)
  const free = TOP_PICKS_LIMIT - picks.length
  return (
    <section className={styles.panel} aria-label={TITLES[stat]} aria-busy={loading}>
      <header>
        <h2>{TITLES[stat]}</h2>
        <span className={styles.rule}>{RULE}</span>
      </header>
      <ol className={styles.picks}>
        {/* Keyed by place: a pick that arrives later and ranks higher replaces the content of a place and moves none. */}
        {RANKS.map((rank) => {
          const row = picks[rank - 1]
          if (row) return <Pick key={rank} row={row} rank={rank} stat={stat} />
          return (
            loading && (
              <li key={rank} className={styles.place} aria-hidden="true">
                <Skeleton height={24} />
              </li>
            )
          )
        })}
      </ol>
      {!loading && free > 0 && (
        <Near rows={nearTopPitchers(rows).slice(0, nearPlaces(free))} none={picks.length === 0} />
      )}
    </section>
  )
}

const LIST_TITLES: Readonly<Record<PitcherStat, string>> = {
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
      title={LIST_TITLES[stat]}
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

import { type PitcherStat, startValue } from '@propsight/shared/domain'
import { Call, Skeleton } from '@propsight/shared/ui'
import {
  missingForTopPick,
  nearTopPitchers,
  TOP_PICKS_LIMIT,
  topPitchers,
} from '../../scoring/section-rules.ts'
import type { PitcherRow } from '../../state/rows.ts'
import { Dash, OverPrice, PitcherCell, ZBar } from './cells.tsx'
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
export function TopPicks({
  stat,
  rows,
  loading,
}: {
  stat: PitcherStat
  rows: PitcherRow[]
  loading: boolean
}) {
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

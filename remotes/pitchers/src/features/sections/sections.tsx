import { strongestToWeakest, WORKHORSES_LIMIT, workhorses } from '../../scoring/section-rules.ts'
import type { PitcherRow, Place } from '../../state/rows.ts'
import { PitcherCell } from './cells.tsx'
import { statColumns, WORKHORSE_COLUMNS } from './columns.tsx'
import { NotRanked } from './not-ranked.tsx'
import { SectionPanel } from './section-panel.tsx'
import styles from './sections.module.css'
import { TopPicks } from './top-picks.tsx'

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

/** Placeholder rows before the list of pitchers is read: about one screen. */
const BLANK_ROWS = 8

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
      {strikeouts.places === null && (
        <NotRanked stat="strikeouts" date={date} rows={strikeouts.rows} cards={cards} />
      )}
      {hitsAllowed.places === null && (
        <NotRanked stat="hits-allowed" date={date} rows={hitsAllowed.rows} cards={cards} />
      )}
    </div>
  )
}

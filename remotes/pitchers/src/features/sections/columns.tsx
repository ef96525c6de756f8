import { inningsFromOuts, OPPONENT_GAMES, type PitcherStat, startValue } from '@propsight/shared/domain'
import type { PitcherRow } from '../../state/rows.ts'
import {
  Dash,
  EdgeCell,
  EngineCell,
  eraGrade,
  Figure,
  gameText,
  handText,
  PitcherCell,
  percentText,
  SIGNAL_STEPS,
  SignalSteps,
  WeatherMark,
} from './cells.tsx'
import styles from './marks.module.css'
import type { Column } from './section-panel.tsx'
import { StartStrip } from './start-strip.tsx'

type RowColumn = Column<PitcherRow>

const NO_STARTS = 'No starts this season'
const NO_INNINGS = 'No innings this season'
const NO_BATTING = 'The opponent’s batting is not known'

/** First column of every section. */
export const PITCHER_COLUMN: RowColumn = {
  head: 'Pitcher',
  width: 158,
  sort: ({ name }) => name,
  cell: ({ pitcher, facts }) => <PitcherCell pitcher={pitcher} note={facts.forecastNote} />,
  csv: (row) => ({
    Pitcher: row.name,
    Hand: handText(row.pitcher),
    Game: gameText(row.pitcher),
    'First pitch': row.pitcher.startTimeTbd ? null : row.pitcher.gameTime,
    Venue: row.pitcher.venueName,
  }),
}

export const average = (
  head: string,
  title: string,
  value: (row: PitcherRow) => number | null,
): RowColumn => ({
  head,
  title,
  width: 52,
  numeric: true,
  sort: value,
  cell: (row) => <Figure value={value(row)} digits={1} reason={NO_STARTS} />,
})

export const REST: RowColumn = {
  head: 'Rest',
  width: 42,
  title: 'Days of rest',
  numeric: true,
  sort: ({ facts }) => facts.daysOfRest,
  cell: ({ facts }) => <Figure value={facts.daysOfRest} digits={0} reason="No game yet this season" />,
}

export const ERA: RowColumn = {
  head: 'ERA',
  width: 46,
  title: 'Earned run average; good below 3, poor above 4.5',
  numeric: true,
  sort: ({ facts }) => facts.season.era,
  cell: ({ facts }) => (
    <Figure value={facts.season.era} digits={2} reason={NO_INNINGS} className={eraGrade(facts.season.era)} />
  ),
}

export const WHIP: RowColumn = {
  head: 'WHIP',
  width: 50,
  title: 'Walks and hits per inning',
  numeric: true,
  sort: ({ facts }) => facts.season.whip,
  cell: ({ facts }) => <Figure value={facts.season.whip} digits={2} reason={NO_INNINGS} />,
}

const rate = (head: string, title: string, value: (row: PitcherRow) => number | null): RowColumn => ({
  head,
  title,
  width: 60,
  numeric: true,
  sort: value,
  cell: (row) => {
    const share = value(row)
    return share === null ? <Dash reason={NO_BATTING} /> : percentText(share)
  },
})

/** Which starts the average against the opponent covers, and which seasons are missing. */
const historyText = ({ assessment: { opponent }, facts: { missingSeasons } }: PitcherRow): string =>
  [
    opponent.games > OPPONENT_GAMES && `The last ${OPPONENT_GAMES} of ${opponent.games} starts found`,
    missingSeasons?.length && `Without ${missingSeasons.join(', ')}, which could not be read`,
  ]
    .filter(Boolean)
    .join('. ')

const NAMES = {
  strikeouts: { what: 'strikeouts', short: 'K' },
  'hits-allowed': { what: 'hits allowed', short: 'H' },
} as const

function disagreementText(engine: PitcherRow['engine']): string | null {
  if (!engine) return null
  return engine.disagrees ? 'yes' : 'no'
}

/** The columns of Strongest to Weakest, for strikeouts or hits allowed. */
export function statColumns(stat: PitcherStat): readonly RowColumn[] {
  const { what, short } = NAMES[stat]
  return [
    PITCHER_COLUMN,
    {
      head: 'Line',
      width: 40,
      title: 'The book’s goblin line',
      numeric: true,
      sort: ({ assessment }) => assessment.line,
      cell: ({ assessment, why }) => assessment.line ?? <Dash reason={why.line} />,
    },
    {
      head: 'Projected',
      width: 66,
      numeric: true,
      sort: ({ assessment }) => assessment.projected,
      cell: ({ assessment: { projected }, why }) => (
        <Figure value={projected} digits={1} reason={why.projected} className={`u-fig ${styles.projected}`} />
      ),
    },
    {
      head: 'Edge',
      width: 140,
      title: 'How far the projection is from the line, and the best price of the over at sportsbooks',
      numeric: true,
      sort: ({ assessment }) => assessment.z,
      cell: (row) => <EdgeCell row={row} />,
    },
    {
      head: 'Signal',
      width: 86,
      sort: ({ assessment }) => SIGNAL_STEPS[assessment.signal],
      cell: ({ assessment }) => <SignalSteps signal={assessment.signal} />,
      csv: ({ assessment }) => ({ Signal: assessment.signal }),
    },
    {
      head: 'Engine',
      width: 94,
      title: 'The engine’s chance of the over, with its 80% interval',
      sort: ({ engine }) => engine?.over ?? null,
      cell: (row) => <EngineCell row={row} />,
      csv: ({ engine }) => ({
        'Engine over': engine?.over ?? null,
        'Engine low': engine?.low ?? null,
        'Engine high': engine?.high ?? null,
        Disagrees: disagreementText(engine),
      }),
    },
    {
      head: 'Last 5 starts',
      width: 146,
      title: 'Sorted by how many went over the line',
      sort: ({ assessment: { line, recent } }) =>
        line === null ? null : recent.values.filter((value) => value > line).length,
      cell: ({ starts, assessment: { line } }) => (
        <StartStrip starts={starts} value={(start) => startValue(start, stat)} what={what} line={line} />
      ),
      csv: ({ assessment }) => ({ 'Last 5 starts': assessment.recent.values.join(' ') }),
    },
    average(
      `Avg ${short}`,
      `Average ${what} of the last five starts`,
      (row) => row.assessment.recent.average,
    ),
    average(
      'Avg IP',
      'Average innings of the last five starts',
      (row) => row.assessment.recent.averageInnings,
    ),
    {
      head: 'Vs opp',
      width: 64,
      title: 'Average of the last starts against this opponent, at most five',
      numeric: true,
      sort: ({ assessment }) => assessment.opponent.average,
      cell: (row) => {
        const { average: figure, games } = row.assessment.opponent
        if (figure === null) return <Dash reason={row.why.opponent} />
        return (
          <span className="u-muted" title={historyText(row) || undefined}>
            {figure.toFixed(1)} in {Math.min(games, OPPONENT_GAMES)}
          </span>
        )
      },
      csv: ({ assessment: { opponent } }) => ({
        'Against them': opponent.average,
        'Games against them': opponent.games,
      }),
    },
    ERA,
    WHIP,
    rate(
      'Opp K%',
      'The opponent’s strikeouts per plate appearance',
      ({ facts }) => facts.opponent.strikeOutRate,
    ),
    rate('Contact', 'The opponent’s share of at-bats put in play', ({ facts }) => facts.opponent.contactRate),
    REST,
    {
      head: 'Park',
      width: 122,
      title: 'The park’s factor on the projection, and the weather at first pitch',
      numeric: true,
      sort: ({ assessment }) => assessment.parkMultiplier,
      cell: ({ assessment, pitcher }) => (
        <span className={styles.park}>
          <span className="u-dim" title={pitcher.venueName}>
            ×{assessment.parkMultiplier.toFixed(2)}
          </span>
          <WeatherMark pitcher={pitcher} />
        </span>
      ),
    },
  ]
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The columns of Workhorses: innings first, then averages and season figures. */
export const WORKHORSE_COLUMNS: readonly Column<PitcherRow>[] = [
  PITCHER_COLUMN,
  {
    head: 'Avg IP',
    width: 52,
    title: 'Average innings of the last five starts',
    numeric: true,
    sort: ({ assessment }) => assessment.recent.averageInnings,
    cell: ({ assessment }) => (
      <Figure
        value={assessment.recent.averageInnings}
        digits={1}
        reason="No starts this season"
        className={`u-fig ${styles.projected}`}
      />
    ),
  },
  {
    head: 'Last 5 starts, innings',
    width: 180,
    title: 'Sorted by the newest',
    sort: ({ starts }) => starts.at(-1)?.outs ?? null,
    cell: ({ starts }) => (
      <StartStrip
        starts={starts}
        value={({ outs }) => outs}
        text={({ outs }) => inningsFromOuts(outs)}
        what="innings"
        line={null}
      />
    ),
    csv: ({ starts }) => ({
      'Last 5 starts, innings': starts.map(({ outs }) => inningsFromOuts(outs)).join(' '),
    }),
  },
  average('Avg K', 'Average strikeouts of the last five starts', ({ starts }) =>
    mean(starts.map(({ strikeOuts }) => strikeOuts)),
  ),
  average('Avg H', 'Average hits allowed of the last five starts', ({ starts }) =>
    mean(starts.map(({ hits }) => hits)),
  ),
  ERA,
  WHIP,
  REST,
]

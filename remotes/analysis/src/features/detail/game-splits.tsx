import type { BoxScoreGame, PlayerLogRecord } from '@propsight/shared/contracts'
import { average, canonicalClubCode, findStatType, hitRate, sideCountsText } from '@propsight/shared/domain'
import { cx, Panel, Table, type TableColumn } from '@propsight/shared/ui'
import { tenths } from '../../state/format.ts'
import panels from './panels.module.css'
import type { View } from './use-detail-state.ts'

const DAY_MS = 86_400_000

type AthleteRecord = Extract<PlayerLogRecord, { type: 'athlete' }>

/** Whole days between two league days, without both. */
const restBetween = (before: string, day: string): number =>
  Math.round((Date.parse(day) - Date.parse(before)) / DAY_MS) - 1

interface Row {
  readonly label: string
  readonly games: readonly BoxScoreGame[]
  /** Whether the next game is of this kind. */
  readonly isNext: boolean
}

/** The season's games by place, opponent, days of rest and absent team-mates. */
function listSplits({ games, tonight, teamMates = [] }: AthleteRecord, stat: string): Row[] {
  const type = findStatType(stat)
  const kinds = type && 'rest' in type ? type.rest : []
  const restLabel = (days: number) => kinds.find(([, most]) => days <= most)?.[0]
  const row = (label: string, isNext: boolean, fits: (game: BoxScoreGame, at: number) => boolean): Row => ({
    label,
    isNext,
    games: games.filter(fits),
  })
  const last = games.at(-1)
  const nextRest = tonight && last && restLabel(restBetween(last.date, tonight.date))
  const opponent = tonight && canonicalClubCode(tonight.opponent)
  const rest = kinds.map(([label]) =>
    row(label, label === nextRest, ({ date }, at) => {
      const before = games[at - 1]
      return before !== undefined && restLabel(restBetween(before.date, date)) === label
    }),
  )
  return [
    row('Season', false, () => true),
    row('Home', tonight?.homeAway === 'HOME', ({ homeAway }) => homeAway === 'HOME'),
    row('Away', tonight?.homeAway === 'AWAY', ({ homeAway }) => homeAway === 'AWAY'),
    ...(opponent
      ? [row(`Against ${opponent}`, true, (game) => canonicalClubCode(game.opponent) === opponent)]
      : []),
    // A sport with a game a week has two of the three in few games, or in none.
    ...rest.filter((each) => each.games.length > 0),
    ...teamMates.flatMap(({ name, out, missed, since = '' }) => [
      row(`With ${name}`, false, ({ gamePk, date }) => date >= since && !missed.includes(gamePk)),
      row(`Without ${name}${out ? ' (out)' : ''}`, out, ({ gamePk }) => missed.includes(gamePk)),
    ]),
  ]
}

function meanText(values: readonly (number | null | undefined)[]): string {
  const mean = average(values.filter((value) => typeof value === 'number'))
  return mean === null ? '—' : tenths(mean).toFixed(1)
}

/** How a player's games of each kind went against the line. The kinds of the next game are highlighted. */
export function GameSplits({ view: { stat, line }, record }: { view: View; record: AthleteRecord }) {
  const market = findStatType(stat)
  const valuesOf = ({ games }: Row): number[] =>
    market?.group === record.group ? games.flatMap((game) => market.value(game) ?? []) : []
  const hasMinutes = record.games.some(({ counts }) => typeof counts.minutes === 'number')
  const minutes: TableColumn<Row> = {
    head: 'Minutes',
    numeric: true,
    cell: ({ games }) => meanText(games.map(({ counts }) => counts.minutes)),
  }
  const columns: TableColumn<Row>[] = [
    { head: 'Split', rowHeader: true, cell: ({ label }) => label },
    { head: 'Games', numeric: true, cell: ({ games }) => games.length },
    ...(hasMinutes ? [minutes] : []),
    { head: 'Average', numeric: true, cell: (row) => meanText(valuesOf(row)) },
    {
      head: `Against ${line}`,
      numeric: true,
      cell: (row) => (row.games.length > 0 ? sideCountsText(hitRate(valuesOf(row), line), 'OVER') : '—'),
    },
  ]
  return (
    <Panel title="Splits" className={panels.panel}>
      <Table
        label={`${stat} by place, rest and team-mates, against a line of ${line}`}
        columns={columns}
        rows={listSplits(record, stat)}
        keyOf={({ label }) => label}
        rowProps={({ isNext }) => ({ className: isNext ? panels.chosen : undefined })}
        scroll
        className={cx(panels.splits, panels.games)}
      />
    </Panel>
  )
}

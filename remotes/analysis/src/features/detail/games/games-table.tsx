import { gameBar, type RatedGame } from '@propsight/shared/domain'
import { Table, type TableColumn } from '@propsight/shared/ui'
import { dayText, matchupText, pitcherHand } from '../labels.ts'

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
export function GamesTable({ games, line, stat, demo }: GamesTableProps) {
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

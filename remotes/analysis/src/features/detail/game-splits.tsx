import { average, hitRate, type RatedGame, sideCountsText } from '@propsight/shared/domain'
import { Panel, Table, type TableColumn } from '@propsight/shared/ui'
import type { PlayerDetailProps } from './detail-props.ts'
import { gamesForMarket } from './games/games.ts'
import type { View } from './use-detail-state.ts'

const DAY_MS = 86_400_000
const NO_HANDS = {}

/** Whole days between a game and the player's game before it; null for the first one. */
const restBefore = (games: readonly RatedGame[], at: number): number | null => {
  const [game, before] = [games[at], games[at - 1]]
  if (!game || !before) return null
  return Math.round((Date.parse(game.place.date) - Date.parse(before.place.date)) / DAY_MS) - 1
}

type Row = { readonly label: string; readonly games: readonly RatedGame[] }

/** The season's games by place and by the days of rest before them. */
function listSplits(games: readonly RatedGame[]): Row[] {
  const rested = (fits: (days: number) => boolean) =>
    games.filter((_, at) => {
      const days = restBefore(games, at)
      return days !== null && fits(days)
    })
  return [
    { label: 'Season', games },
    { label: 'Home', games: games.filter(({ place }) => place.homeAway === 'HOME') },
    { label: 'Away', games: games.filter(({ place }) => place.homeAway === 'AWAY') },
    { label: 'No rest', games: rested((days) => days <= 0) },
    { label: 'One day', games: rested((days) => days === 1) },
    { label: 'Two or more', games: rested((days) => days > 1) },
  ]
}

const valuesOf = ({ games }: Row) => games.map(({ value }) => value)

/** How a player's games of each kind went against the line. */
export function GameSplits({ view, record }: { view: View; record: PlayerDetailProps['record'] }) {
  const columns: TableColumn<Row>[] = [
    { head: 'Split', rowHeader: true, cell: ({ label }) => label },
    { head: 'Games', numeric: true, cell: ({ games }) => games.length },
    { head: 'Average', numeric: true, cell: (row) => average(valuesOf(row))?.toFixed(1) ?? '—' },
    {
      head: `Against ${view.line}`,
      numeric: true,
      cell: (row) => sideCountsText(hitRate(valuesOf(row), view.line), 'OVER'),
    },
  ]
  return (
    <Panel title="Splits">
      <Table
        label={`${view.stat} by place and rest, against a line of ${view.line}`}
        columns={columns}
        rows={listSplits(gamesForMarket(record, view.stat, NO_HANDS))}
        keyOf={({ label }) => label}
      />
    </Panel>
  )
}

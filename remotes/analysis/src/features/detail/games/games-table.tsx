import { gameBar, type RatedGame } from '@propsight/shared/domain'
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
  const rows = games.map((game, index) => ({ ...game, key: index })).toReversed()
  return (
    <table className="u-table">
      <caption className="u-vh">
        {demo ? 'Demo bars' : `${stat} by game, newest first, against a line of ${line}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Opponent</th>
          <th scope="col" className="u-wide">
            Starter
          </th>
          <th scope="col" className="u-num">
            {stat}
          </th>
          <th scope="col" className="u-num">
            Against {line}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, place, hand, value }) => {
          const { push, result } = gameBar(place, value, line)
          return (
            <tr key={key}>
              <td>{demo ? 'Demo' : dayText(place.date)}</td>
              <td>{matchupText(place) || '—'}</td>
              <td className="u-wide">{hand ? pitcherHand(hand) : '—'}</td>
              <td className="u-num u-fig">{value}</td>
              <td className={`u-num ${resultClass(push, result)}`}>{push ? 'push' : result}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

import {
  type DayGame,
  defineExtension,
  type GamesTodayResponse,
  type RemoteProps,
} from '@propsight/shared/contracts'
import { recentText, zoneText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { Panel, Skeleton } from '@propsight/shared/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { LEAGUES, SPORTS } from '../../config/sports.ts'
import { useGames } from '../../state/queries.ts'
import styles from './games-today.module.css'

/** The API reads the schedules again after a minute. */
const FRESH_MS = 60_000

/** Order of the games by state: what is played now or later is more useful than what is over. */
const STATES: readonly DayGame['status'][] = ['live', 'scheduled', 'final', 'postponed']

/** Noon of a league day, so that a start on another day of the user's zone is shown with its day. */
const noonOf = (day: string): number => Date.parse(`${day}T16:00:00Z`)

/**
 * State of a game: its start in the user's zone, 'Live 3–2', 'Final 5–3' 'Suspended 3–2' or 'Postponed'. Scores are away–home.
 * @param timeZone IANA name, for tests
 */
export function stateText(
  { status, suspended, score, gameTime, timeTbd }: DayGame,
  day: string,
  timeZone?: string,
): string {
  const shownScore = score ? ` ${score.away}–${score.home}` : ''
  if (status === 'live') return `${suspended ? 'Suspended' : 'Live'}${shownScore}`
  if (status === 'final') return `Final${shownScore}`
  if (status === 'postponed') return 'Postponed'
  return timeTbd ? 'Time TBD' : recentText(gameTime, noonOf(day), timeZone)
}

const byState = (games: readonly DayGame[]): DayGame[] =>
  games.toSorted((a, b) => STATES.indexOf(a.status) - STATES.indexOf(b.status))

const Game = ({ game, day }: { game: DayGame; day: string }) => (
  <li className={styles.game}>
    <b>
      {game.awayTeam} @ {game.homeTeam}
      {game.gameNumber === 2 && <small> Game 2</small>}
    </b>
    <span data-state={game.status}>{stateText(game, day)}</span>
  </li>
)

/** The games in one row that scrolls, so that its height does not depend on their number. */
function Games({ date, games }: GamesTodayResponse) {
  const sports = SPORTS.filter((sport) => games[sport].length > 0)
  const starts = sports.flatMap((sport) => games[sport].map(({ gameTime }) => gameTime))
  if (sports.length === 0) return null
  return (
    <Panel
      title="Today's games"
      className={styles.panel}
      actions={<span className={styles.zone}>Times in {zoneText(starts)}</span>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={styles.strip} aria-label="Games" tabIndex={0}>
        {sports.map((sport) => (
          <div key={sport} className={styles.sport}>
            <span className="u-label">{LEAGUES[sport]}</span>
            <ul aria-label={LEAGUES[sport]}>
              {byState(games[sport]).map((game) => (
                <Game key={game.id} game={game} day={date} />
              ))}
            </ul>
          </div>
        ))}
      </section>
    </Panel>
  )
}

/** The games of the league day. Nothing on a day without games, and while none could be read. */
function GamesToday({ shell }: RemoteProps) {
  const { data, isLoading } = useGames(shell, FRESH_MS)
  if (data) return <Games {...data} />
  return isLoading ? <Skeleton height="100%" /> : null
}

/** Today's games and their states, as a section of another screen. */
export const gamesToday = defineExtension({
  props: z.strictObject({}),
  Component: ({ shell }) => (
    <QueryClientProvider client={shell.queryClient}>
      <GamesToday shell={shell} />
    </QueryClientProvider>
  ),
})

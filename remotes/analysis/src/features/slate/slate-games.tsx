import { Extension, useReadable, useShell } from '@propsight/shared/client'
import type { Slate, SlateGame } from '@propsight/shared/contracts'
import { countText, zoneText } from '@propsight/shared/format'
import { cx, Panel } from '@propsight/shared/ui'
import styles from './slate.module.css'
import { stateText } from './use-slate.ts'

/** Order of the games by state: what is played now or later is more useful than what is over. */
const STATES: readonly SlateGame['status'][] = ['live', 'scheduled', 'final', 'postponed']

const lastName = (name: string): string => name.split(' ').slice(1).join(' ') || name

/** 'Almonte (R) – Montcrief (L)', away first; 'TBD' for a starter that is not named yet. */
function startersText({ starters: { away, home } }: SlateGame): string {
  const text = (starter: typeof away) =>
    starter ? `${lastName(starter.name)}${starter.throws ? ` (${starter.throws})` : ''}` : 'TBD'
  return `${text(away)} – ${text(home)}`
}

function Game({ game, day }: { game: SlateGame; day: string }) {
  const shell = useShell()
  const { kind } = useReadable(shell.dataSource)
  const { awayTeam, homeTeam, gameNumber, status, gameTime, timeTbd, lines, lineups } = game
  const isOpen = status === 'scheduled'
  const hasWeather = !game.neutralSite && kind !== 'replay' && (isOpen || status === 'live')
  const facts = [
    isOpen && lines !== null && (lines > 0 ? countText(lines, 'line') : 'no lines yet'),
    isOpen && lineups && 'line-ups out',
  ]
  return (
    <li className={styles.game}>
      <b>
        {awayTeam} @ {homeTeam}
        {gameNumber === 2 && <small> Game 2</small>}
      </b>
      <span data-state={status}>{stateText(game, day)}</span>
      <span className={styles.fact} title="Starting pitchers">
        {startersText(game)}
      </span>
      <span className={styles.fact}>{facts.filter(Boolean).join(' · ')}</span>
      <span className={cx(styles.fact, hasWeather && styles.weather)}>
        {hasWeather && (
          <Extension
            shell={shell}
            name="weather/mark"
            props={{ homeTeam, gameTime: timeTbd ? null : gameTime }}
          />
        )}
      </span>
    </li>
  )
}

/** All games of the day, those that are played now or later first. Nothing on a day without games. */
export function SlateGames({ slate: { date, games } }: { slate: Slate }) {
  if (!games || games.length === 0) return null
  const ordered = games.toSorted((a, b) => STATES.indexOf(a.status) - STATES.indexOf(b.status))
  return (
    <Panel
      title="Today's games"
      className={styles.part}
      actions={
        <span className={styles.note}>
          {countText(games.length, 'game')} · times in {zoneText(games.map(({ gameTime }) => gameTime))}
        </span>
      }
    >
      <ul className={styles.games} aria-label="MLB">
        {ordered.map((game) => (
          <Game key={game.id} game={game} day={date} />
        ))}
      </ul>
    </Panel>
  )
}

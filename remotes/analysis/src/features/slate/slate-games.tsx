import { Extension, useReadable, useShell } from '@propsight/shared/client'
import type { MovedPrice, RosterNews, Slate, SlateGame } from '@propsight/shared/contracts'
import { marketLabel, type SportCode } from '@propsight/shared/domain'
import { clockText, countText, formatSigned, shortDayText, zoneText } from '@propsight/shared/format'
import { Call, cx, Panel } from '@propsight/shared/ui'
import styles from './slate.module.css'
import { stateText } from './use-slate.ts'

/** Order of the games by state: what is played now or later is more useful than what is over. */
const STATES: readonly SlateGame['status'][] = ['live', 'scheduled', 'final', 'postponed']

const lastName = (name: string): string => name.split(' ').slice(1).join(' ') || name

/**
 * 'Almonte (R) – Montcrief (L)', away first; 'TBD' for a starter that is not named yet. In sports without starting
 * pitchers the clubs that also played yesterday.
 */
function clubsText({ starters, backToBack = [] }: SlateGame): string {
  if (!starters) return backToBack.length > 0 ? `${backToBack.join(' and ')} played yesterday` : ''
  const { away, home } = starters
  const text = (starter: typeof away) =>
    starter ? `${lastName(starter.name)}${starter.throws ? ` (${starter.throws})` : ''}` : 'TBD'
  return `${text(away)} – ${text(home)}`
}

function Game({ game, day, sport }: { game: SlateGame; day: string; sport: SportCode }) {
  const shell = useShell()
  const { kind } = useReadable(shell.dataSource)
  const { awayTeam, homeTeam, gameNumber, status, gameTime, timeTbd, lines, lineups } = game
  const isOpen = status === 'scheduled'
  const hasWeather =
    sport === 'MLB' && !game.neutralSite && kind !== 'replay' && (isOpen || status === 'live')
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
      <span className={styles.fact} title={game.starters ? 'Starting pitchers' : undefined}>
        {clubsText(game)}
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
export function SlateGames({ slate: { date, games }, sport }: { slate: Slate; sport: SportCode }) {
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
      <ul className={styles.games} aria-label={sport}>
        {ordered.map((game) => (
          <Game key={game.id} game={game} day={date} sport={sport} />
        ))}
      </ul>
    </Panel>
  )
}

const NEWS_KINDS: Record<RosterNews['kind'], string> = { out: 'Out', back: 'Back', moved: 'Moved' }

const Move = ({ move: { player, team, stat, line, side, book, before, now, at } }: { move: MovedPrice }) => (
  <li>
    <span>
      <b>{player}</b> {team}
    </span>
    <span>
      <Call side={side} line={line} /> {marketLabel(stat)}
    </span>
    <span className="u-fig">
      {formatSigned(before, 0)} → <b>{formatSigned(now, 0)}</b>
    </span>
    <span className={styles.fact}>
      {book}, {clockText(at)}
    </span>
  </li>
)

/** The prices that moved most, and who is out, back or moved. A part that is not known is left out. */
export function SlateChanges({ slate: { moves, news } }: { slate: Slate }) {
  return (
    <div className={styles.halves}>
      {moves && (
        <Panel
          title="Moved most"
          className={styles.half}
          actions={<span className={styles.note}>Last 12 hours</span>}
        >
          {moves.length === 0 && <p>No price has moved.</p>}
          <ul className={styles.moves}>
            {moves.map((move) => (
              <Move key={`${move.player} ${move.stat}`} move={move} />
            ))}
          </ul>
        </Panel>
      )}
      {news && (
        <Panel
          title="Injuries and moves"
          className={styles.half}
          actions={<span className={styles.note}>Since yesterday</span>}
        >
          {news.length === 0 && <p>Nothing new.</p>}
          <ul className={styles.news}>
            {news.map(({ name, team, kind, label, date, text }) => (
              <li key={`${name} ${label}`} title={text}>
                <b>{name}</b> {team} · {NEWS_KINDS[kind]}: {label}, {shortDayText(date)}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

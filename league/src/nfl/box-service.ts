import { FOOTBALL_CLUBS } from '../data/football-clubs.ts'
import { STATES } from '../server/espn.ts'
import { findFootballState } from './game-state.ts'
import type { SampleNfl } from './league.ts'
import type { NflCounts, NflLines, NflPlayer } from './play.ts'
import type { FootballGame } from './season.ts'

/** A club as other answers than the scoreboard name it. */
export const clubRef = (club: number) => {
  const { id = '', abbreviation = '', location = '', nickname = '' } = FOOTBALL_CLUBS[club] ?? {}
  return { id, abbreviation, displayName: `${location} ${nickname}` }
}

/** A table of a box score: its columns by key and label, and whether it lists a player. */
interface Table {
  readonly name: string
  readonly columns: readonly (readonly [key: string, label: string, text: (counts: NflCounts) => string])[]
  readonly lists: (counts: NflCounts) => boolean
}

const perEvent = (yards: number, events: number): string => (yards / Math.max(1, events)).toFixed(1)

const TABLES: readonly Table[] = [
  {
    name: 'passing',
    lists: ({ passAttempts }) => passAttempts > 0,
    columns: [
      [
        'completions/passingAttempts',
        'C/ATT',
        ({ completions, passAttempts }) => `${completions}/${passAttempts}`,
      ],
      ['passingYards', 'YDS', ({ passYards }) => String(passYards)],
      ['yardsPerPassAttempt', 'AVG', ({ passYards, passAttempts }) => perEvent(passYards, passAttempts)],
      ['passingTouchdowns', 'TD', ({ passTouchdowns }) => String(passTouchdowns)],
      ['interceptions', 'INT', ({ interceptions }) => String(interceptions)],
    ],
  },
  {
    name: 'rushing',
    lists: ({ carries }) => carries > 0,
    columns: [
      ['rushingAttempts', 'CAR', ({ carries }) => String(carries)],
      ['rushingYards', 'YDS', ({ rushYards }) => String(rushYards)],
      ['yardsPerRushAttempt', 'AVG', ({ rushYards, carries }) => perEvent(rushYards, carries)],
      ['rushingTouchdowns', 'TD', ({ rushTouchdowns }) => String(rushTouchdowns)],
    ],
  },
  {
    name: 'receiving',
    lists: ({ targets }) => targets > 0,
    columns: [
      ['receptions', 'REC', ({ receptions }) => String(receptions)],
      ['receivingYards', 'YDS', ({ receivingYards }) => String(receivingYards)],
      ['yardsPerReception', 'AVG', ({ receivingYards, receptions }) => perEvent(receivingYards, receptions)],
      ['receivingTouchdowns', 'TD', ({ receivingTouchdowns }) => String(receivingTouchdowns)],
      ['receivingTargets', 'TGTS', ({ targets }) => String(targets)],
    ],
  },
]

const athlete = ({ id, name }: NflPlayer, stats: readonly string[]) => ({
  athlete: { id: String(id), displayName: name },
  stats,
})

function presentClub(nfl: SampleNfl, game: FootballGame, club: number, lines: NflLines) {
  const offense = TABLES.map(({ name, columns, lists }) => ({
    name,
    keys: columns.map(([key]) => key),
    labels: columns.map(([, label]) => label),
    athletes: [...lines]
      .filter(([, counts]) => lists(counts))
      .map(([player, counts]) =>
        athlete(
          player,
          columns.map(([, , text]) => text(counts)),
        ),
      ),
  }))
  const defenders = nfl.available(club, game).filter(({ position }) => position === 'LB')
  const defense = {
    name: 'defensive',
    keys: ['totalTackles'],
    labels: ['TOT'],
    athletes: defenders.map((player) => athlete(player, [String(3 + (player.id % 7))])),
  }
  return { team: clubRef(club), statistics: [...offense, defense] }
}

/** A game with its box score, which lacks the positions of players. */
export function presentSummary(nfl: SampleNfl, game: FootballGame, now: Date) {
  const { state } = findFootballState(nfl.seed, game, now)
  const box = nfl.box(game, now)
  const players = (['away', 'home'] as const).map((which) => presentClub(nfl, game, game[which], box[which]))
  return {
    header: { id: game.id, competitions: [{ id: game.id, status: { type: STATES[state] } }] },
    boxscore: state === 'pre' ? {} : { players },
  }
}

/** The roster of a club by units. */
export function presentRoster(nfl: SampleNfl, club: number) {
  const units = Map.groupBy(nfl.rosters[club] ?? [], ({ position }) =>
    position === 'LB' ? 'defense' : 'offense',
  )
  return {
    status: 'success',
    athletes: [...units].map(([position, players]) => ({
      position,
      items: players.map((player) => ({
        id: String(player.id),
        displayName: player.name,
        position: { abbreviation: player.position },
      })),
    })),
    team: clubRef(club),
  }
}

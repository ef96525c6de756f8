import type { StoppedGame } from '../sample/game-state.ts'
import type { Game, Person, Situation } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import { type BookLine, instantOf, type World } from '../world/world.ts'
import { type GamePlayback, isClosed, type Phase } from './day-games.ts'

/** The facts about tomorrow that are published in the evening: probable pitchers and the book's lines. */
export interface NextDay {
  readonly date: string
  readonly probables: ReadonlyMap<number, NonNullable<Game['probables']>>
  readonly lines: readonly BookLine[]
}

const BOARD_OPENS = '18:00'

/**
 * The instant (ms since 1970) from which the book shows tomorrow's lines: 6 p.m. Eastern, or the last first
 * pitch of the day if that is earlier. Otherwise the book would be empty until midnight.
 * @param starts first pitches of the day, UTC instants
 */
export const nextBoardOpensAt = (day: string, starts: readonly string[]): number =>
  Math.min(
    Date.parse(instantOf(day, BOARD_OPENS, 'America/New_York')),
    starts.length === 0
      ? Date.parse(instantOf(day, '00:00', 'America/New_York'))
      : Math.max(...starts.map((at) => Date.parse(at))),
  )

/**
 * Extracts the facts about tomorrow that are public today. Lines of players who change clubs overnight are
 * left out.
 */
export function extractNextDay(today: World, next: World): NextDay {
  const clubs = new Map(today.people.map(({ id, teamId }) => [id, teamId]))
  const games = new Map(next.games.filter(({ date }) => date === next.day).map((game) => [game.pk, game]))
  return {
    date: next.day,
    probables: new Map([...games].flatMap(([pk, { probables }]) => (probables ? [[pk, probables]] : []))),
    lines: next.lines.filter(({ gamePk, personIds }) => {
      const game = games.get(gamePk)
      return personIds.every((id) => clubs.get(id) === game?.homeId || clubs.get(id) === game?.awayId)
    }),
  }
}

/** A game of the day with its current phase and its index in the world's games. */
export interface PhasedGame {
  readonly playback: GamePlayback
  readonly phase: Phase
  readonly at: number
}

const describeSituation = (
  people: readonly Person[],
  stoppedAt: StoppedGame,
  between: boolean,
): Situation => {
  const id = (index: number | null) => (index === null ? null : (people[index]?.id ?? null))
  const [first, second, third] = stoppedAt.bases
  return {
    inning: stoppedAt.inning,
    top: stoppedAt.top,
    between,
    outs: stoppedAt.outs,
    bases: [id(first), id(second), id(third)],
    batterId: id(stoppedAt.batter) ?? 0,
    onDeckId: id(stoppedAt.onDeck) ?? 0,
    pitcherId: id(stoppedAt.pitcher) ?? 0,
  }
}

/**
 * The current state of one game (and of its makeup partner). The lines played so far are added to the tables.
 */
const playToPhase = (
  morning: World,
  { playback, phase, at }: PhasedGame,
  tables: { batting: LineTable; pitching: LineTable },
): readonly Game[] => {
  const game = morning.games[at]
  if (!game) throw new Error(`no game ${playback.game.pk}`)
  switch (phase.name) {
    case 'scheduled':
      return []
    case 'pre-game':
    case 'warmup':
      return [{ ...game, live: { phase: phase.name } }]
    case 'called-off':
      return playback.makeupGames ?? []
    case 'in-progress': {
      const { played, score } = playback.play(phase.plateAppearances, tables, at)
      const { result: _result, ...open } = game
      if (!played.stoppedAt) return [{ ...open, result: score }]
      const situation = describeSituation(morning.people, played.stoppedAt, phase.between)
      return [{ ...open, live: { phase: 'in-progress', score, situation } }]
    }
    default: {
      const { score } = playback.play(Number.POSITIVE_INFINITY, tables, at)
      // From here on the lines contain the batting order, as in the worlds of later days.
      const { lineups: _lineups, ...over } = game
      return [
        { ...over, result: score, ...(phase.name === 'game-over' ? { live: { phase: 'game-over' } } : {}) },
      ]
    }
  }
}

/** Tomorrow's lines of the clubs that have no open game today. */
const openNextLines = (morning: World, phasedGames: readonly PhasedGame[], next: NextDay) => {
  const clubsWithOpenGame = new Set(
    phasedGames
      .filter(({ phase }) => !isClosed(phase))
      .flatMap(({ playback }) => [playback.game.homeId, playback.game.awayId]),
  )
  const clubs = new Map(morning.games.map(({ pk, homeId, awayId }) => [pk, [homeId, awayId]]))
  return next.lines.filter(({ gamePk }) => !clubs.get(gamePk)?.some((club) => clubsWithOpenGame.has(club)))
}

/**
 * The league at an instant of its day: games with their current state, and the book without lines of closed
 * games.
 * @param morning the day's world before the first game, whose tables have spare room; lines that an earlier
 * call added are overwritten
 * @param lengths number of lines in the morning's tables
 * @param phasedGames the day's games with their phases
 * @param next tomorrow's published facts, null before they are published
 */
export function worldAt(
  morning: World,
  lengths: { readonly batting: number; readonly pitching: number },
  phasedGames: readonly PhasedGame[],
  next: NextDay | null,
): World {
  const { batting, pitching } = morning
  batting.length = lengths.batting
  pitching.length = lengths.pitching
  const changed = new Map(
    phasedGames.flatMap((each) => playToPhase(morning, each, morning)).map((game) => [game.pk, game]),
  )
  const closed = new Set(
    phasedGames.filter(({ phase }) => isClosed(phase)).map(({ playback }) => playback.game.pk),
  )
  const open = morning.lines.filter(({ gamePk }) => !closed.has(gamePk))
  return {
    ...morning,
    games: morning.games.map((before) => {
      const game = changed.get(before.pk) ?? before
      const probables = next?.probables.get(game.pk)
      return probables && game.date === next?.date ? { ...game, probables } : game
    }),
    lines: next ? [...open, ...openNextLines(morning, phasedGames, next)] : open,
  }
}

import type { BoxGame, BoxLine } from '../markets.ts'

const CLUBS = ['BOS', 'DEN', 'MIA', 'PHX'] as const
const ROSTER = 8
const DAY_MS = 86_400_000
const POSITIONS = ['G', 'F', 'C'] as const

/** A number from 0 to 1 that is always the same for the same number. */
const noise = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

const count = (mean: number, seed: number): number => Math.floor(mean * (0.5 + noise(seed)) + noise(seed + 1))

/** A line of an invented player: the first of a club play longest. */
export function boxLine(club: string, place: number, seed: number, minutes?: number): BoxLine {
  const played = minutes ?? Math.max(1, 36 - 3 * place + Math.round(6 * noise(seed)) - 3)
  const share = played / 30
  const twosAttempted = count(7 * share, seed + 2)
  const threesAttempted = count(5 * share, seed + 3)
  const freeThrowsAttempted = count(3 * share, seed + 4)
  const [twosMade, threesMade, freeThrowsMade] = [
    Math.min(twosAttempted, count(0.5 * twosAttempted, seed + 5)),
    Math.min(threesAttempted, count(0.36 * threesAttempted, seed + 6)),
    Math.min(freeThrowsAttempted, count(0.78 * freeThrowsAttempted, seed + 7)),
  ]
  return {
    playerId: `${club}${place}`,
    club,
    position: POSITIONS[place % POSITIONS.length] ?? '',
    minutes: played,
    counts: {
      points: 2 * twosMade + 3 * threesMade + freeThrowsMade,
      rebounds: count(5 * share, seed + 8),
      assists: count(3 * share, seed + 9),
      steals: count(share, seed + 10),
      blocks: count(0.6 * share, seed + 11),
      turnovers: count(1.5 * share, seed + 12),
      ...{ twosMade, twosAttempted, threesMade, threesAttempted, freeThrowsMade, freeThrowsAttempted },
      offensiveRebounds: count(share, seed + 13),
    },
  }
}

/** Games of four invented clubs: each day two, of one season. */
export function boxGames(days: number, season = 2022): BoxGame[] {
  const begin = Date.UTC(season, 9, 20)
  return Array.from({ length: days }, (_, day) => {
    const date = new Date(begin + day * DAY_MS).toISOString().slice(0, 10)
    const turned = CLUBS.map((_, at) => CLUBS[(at + day) % CLUBS.length] ?? 'BOS')
    return [0, 1].map((game): BoxGame => {
      const [home = 'BOS', away = 'DEN'] = turned.slice(2 * game, 2 * game + 2)
      const seed = 1000 * season + 100 * day + 10 * game
      const lines = [home, away].flatMap((club) =>
        Array.from({ length: ROSTER }, (_, place) =>
          boxLine(club, place, seed + 17 * place + club.charCodeAt(0)),
        ),
      )
      const pointsOf = (club: string) =>
        lines.reduce((sum, line) => sum + (line.club === club ? line.counts.points : 0), 0)
      return {
        id: `${date}-${game}`,
        ...{ date, season, home, away, lines, playoffs: false },
        homeScore: pointsOf(home),
        awayScore: pointsOf(away),
      }
    })
  }).flat()
}

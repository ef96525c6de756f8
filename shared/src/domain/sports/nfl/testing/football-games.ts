import { type FootballGame, type FootballLine, type GameCounts, PARTS, perKey } from '../markets.ts'

const CLUBS = ['KC', 'BUF', 'SF', 'PHI'] as const
const WEEK_MS = 7 * 86_400_000

/** A number from 0 to 1 that is always the same for the same number. */
const noise = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

const count = (mean: number, seed: number): number => Math.floor(mean * (0.5 + noise(seed)) + noise(seed + 1))

/** A player's line with these counts; the others are 0. */
export const footballLine = (
  playerId: string,
  club: string,
  position: string,
  counts: Partial<GameCounts>,
): FootballLine => ({ playerId, club, position, counts: { ...perKey(PARTS, () => 0), ...counts } })

/** Passes, carries and targets of the invented players of a club. */
const ROSTER = [
  { position: 'QB', passAttempts: 33, carries: 4, targets: 0 },
  { position: 'QB', passAttempts: 0, carries: 0, targets: 0 },
  { position: 'RB', passAttempts: 0, carries: 15, targets: 3 },
  { position: 'RB', passAttempts: 0, carries: 7, targets: 2 },
  { position: 'WR', passAttempts: 0, carries: 0, targets: 9 },
  { position: 'WR', passAttempts: 0, carries: 0, targets: 6 },
  { position: 'TE', passAttempts: 0, carries: 0, targets: 5 },
] as const

function clubLines(club: string, seed: number): FootballLine[] {
  return ROSTER.map(({ position, passAttempts, carries, targets }, place) => {
    const at = seed + 31 * place
    const attempts = passAttempts > 0 ? count(passAttempts, at) : 0
    const completions = Math.floor(0.65 * attempts)
    const caught = Math.floor(0.7 * (targets > 0 ? count(targets, at + 2) : 0))
    const carried = carries > 0 ? count(carries, at + 4) : 0
    return footballLine(`${club}${place}`, club, position, {
      passAttempts: attempts,
      completions,
      passYards: Math.round(completions * (8 + 6 * noise(at + 6))),
      passTouchdowns: attempts > 0 ? count(1.4, at + 8) : 0,
      interceptions: attempts > 0 ? count(0.6, at + 10) : 0,
      carries: carried,
      rushYards: Math.round(carried * (2 + 5 * noise(at + 12))),
      rushTouchdowns: carried > 0 ? count(0.4, at + 14) : 0,
      targets: Math.ceil(caught / 0.7),
      receptions: caught,
      receivingYards: Math.round(caught * (7 + 8 * noise(at + 16))),
      receivingTouchdowns: caught > 0 ? count(0.4, at + 18) : 0,
    })
  })
}

/** Games of four invented clubs: each week two, of one season. */
export function footballGames(weeks: number, season = 2022): FootballGame[] {
  const begin = Date.UTC(season, 8, 8)
  return Array.from({ length: weeks }, (_, week) => {
    const date = new Date(begin + week * WEEK_MS).toISOString().slice(0, 10)
    const turned = CLUBS.map((_, at) => CLUBS[(at * (1 + (week % 3)) + week) % CLUBS.length] ?? 'KC')
    const paired = new Set(turned).size === CLUBS.length ? turned : CLUBS
    return [0, 1].map((game): FootballGame => {
      const [home = 'KC', away = 'BUF'] = paired.slice(2 * game, 2 * game + 2)
      const seed = 1000 * season + 100 * week + 10 * game
      return {
        id: `${date}-${game}`,
        ...{ date, season, home, away, playoffs: false, neutral: false },
        ...{ spread: Math.round(10 * noise(seed)) - 5, total: 41 + Math.round(8 * noise(seed + 1)), wind: 6 },
        homeScore: count(23, seed + 2),
        awayScore: count(21, seed + 4),
        lines: [...clubLines(home, seed + 7), ...clubLines(away, seed + 500)],
      }
    })
  }).flat()
}

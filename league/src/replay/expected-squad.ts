import type { Squad } from '../sample/game-state.ts'
import type { Game } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { Person } from '../world/person.ts'
import { BAT, PIT } from '../world/stat-fields.ts'

/** Number of a club's last games that decide its expected lineup. */
const RECENT_GAMES = 8

interface Recent {
  readonly people: readonly Person[]
  readonly games: readonly Game[]
  readonly batting: LineTable
  readonly pitching: LineTable
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

/**
 * The expected squad of a club, from its last games: the nine batters with the most plate appearances in
 * their usual order, and the relievers by rest.
 * @param starter index of the announced starting pitcher
 * @returns null if fewer than nine batters are known
 */
export function expectedSquad(recent: Recent, teamId: number, starter: number): Squad | null {
  const { games, batting, pitching, people } = recent
  const last = new Set(
    games
      .flatMap((game, index) =>
        game.result && (game.homeId === teamId || game.awayId === teamId) ? [index] : [],
      )
      .slice(-RECENT_GAMES),
  )
  const bats = new Map<number, { appearances: number; orders: number[] }>()
  for (let line = batting.length - 1; line >= 0; line--) {
    const key = batting.key(line)
    if (key.teamId !== teamId || !last.has(key.game) || people[key.person]?.position === '1') continue
    const known = bats.get(key.person) ?? { appearances: 0, orders: [] }
    known.appearances += batting.count(line, BAT.plateAppearances)
    known.orders.push(Math.floor(key.order / 10))
    bats.set(key.person, known)
  }
  const regulars = [...bats].toSorted(([, a], [, b]) => b.appearances - a.appearances)
  const nine = regulars
    .slice(0, 9)
    .toSorted(([, a], [, b]) => mean(a.orders) - mean(b.orders))
    .map(([person]) => person)
  if (nine.length < 9) return null
  const relief = new Map<number, number>()
  for (let line = 0; line < pitching.length; line++) {
    const key = pitching.key(line)
    if (key.teamId !== teamId || !last.has(key.game) || pitching.count(line, PIT.gamesStarted) > 0) continue
    relief.set(key.person, key.game)
  }
  const rested = [...relief]
    .toSorted((a, b) => a[1] - b[1])
    .map(([person]) => person)
    .filter((person) => person !== starter)
  const [first = starter, second = starter] = rested
  return {
    teamId,
    batters: nine,
    positions: nine.map(() => 10),
    bench: [],
    starter,
    closer: first,
    setup: second,
    middle: rested.length > 0 ? rested : [starter],
  }
}

import type { LineTable } from '../world/line-table.ts'
import type { Club, Game, Park, Person, World } from '../world/world.ts'

/** Wins and losses of a club. */
export interface Standing {
  readonly wins: number
  readonly losses: number
}

const groupLines = (table: LineTable, by: 'person' | 'game'): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (let line = 0; line < table.length; line++) {
    const key = table.key(line)[by]
    const known = groups.get(key)
    if (known) known.push(line)
    else groups.set(key, [line])
  }
  return groups
}

/** A world with the ways into it that the answers need. */
export class LeagueIndex {
  readonly world: World
  readonly clubs: ReadonlyMap<number, Club>
  readonly parks: ReadonlyMap<number, Park>
  readonly people: ReadonlyMap<number, Person>
  readonly personIndex: ReadonlyMap<number, number>
  readonly games: ReadonlyMap<number, Game>
  readonly gameIndex: ReadonlyMap<number, number>
  /** Games by official day, and by the day from which rain moved them. */
  readonly byDate: ReadonlyMap<string, readonly Game[]>
  /** Line numbers by index of person or game. */
  readonly batting: { readonly person: Map<number, number[]>; readonly game: Map<number, number[]> }
  readonly pitching: { readonly person: Map<number, number[]>; readonly game: Map<number, number[]> }
  /** `<pk>:<team id>` → record after (or, not yet played, before) the game. */
  readonly standings: ReadonlyMap<string, Standing>

  constructor(world: World) {
    this.world = world
    this.clubs = new Map(world.clubs.map((club) => [club.id, club]))
    this.parks = new Map(world.parks.map((park) => [park.id, park]))
    this.people = new Map(world.people.map((person) => [person.id, person]))
    this.personIndex = new Map(world.people.map((person, index) => [person.id, index]))
    this.games = new Map(world.games.map((game) => [game.pk, game]))
    this.gameIndex = new Map(world.games.map((game, index) => [game.pk, index]))
    const byDate = new Map<string, Game[]>()
    const list = (date: string, game: Game) => byDate.set(date, [...(byDate.get(date) ?? []), game])
    for (const game of world.games) {
      list(game.date, game)
      if (game.postponedFrom) list(game.postponedFrom.date, game)
    }
    this.byDate = byDate
    this.batting = { person: groupLines(world.batting, 'person'), game: groupLines(world.batting, 'game') }
    this.pitching = { person: groupLines(world.pitching, 'person'), game: groupLines(world.pitching, 'game') }
    this.standings = standingsOf(world.games)
  }

  club(id: number): Club {
    const club = this.clubs.get(id)
    if (!club) throw new Error(`no club ${id}`)
    return club
  }
}

const standingsOf = (games: readonly Game[]): Map<string, Standing> => {
  const out = new Map<string, Standing>()
  const records = new Map<string, Standing>()
  const inOrder = games.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  for (const { pk, season, homeId, awayId, result } of inOrder) {
    const homeWon = result ? result.total.home.runs > result.total.away.runs : false
    for (const teamId of [homeId, awayId]) {
      const key = `${season}:${teamId}`
      const before = records.get(key) ?? { wins: 0, losses: 0 }
      const won = (teamId === homeId) === homeWon
      const after = !result
        ? before
        : { wins: before.wins + (won ? 1 : 0), losses: before.losses + (won ? 0 : 1) }
      records.set(key, after)
      out.set(`${pk}:${teamId}`, after)
    }
  }
  return out
}

import type { LineTable } from '../world/line-table.ts'
import type { Club, Game, Person, Venue, World } from '../world/world.ts'

/** Wins and losses of a club. */
export interface TeamRecord {
  readonly wins: number
  readonly losses: number
}

const groupLines = (table: LineTable, by: 'person' | 'game'): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (let line = 0; line < table.length; line++) {
    const key = table.key(line)[by]
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return groups
}

/** Lines of a table by index of person and by index of game. */
interface Groups {
  readonly person: Map<number, number[]>
  readonly game: Map<number, number[]>
}

/** Data that the index of a later instant reuses from the morning of its day. */
export interface MorningReuse {
  readonly morning: LeagueIndex
  /**
   * Games (indices) whose lines of the morning are replaced by their lines so far: yesterday's games in
   * progress.
   */
  readonly replaced: ReadonlySet<number>
  /** By index of a game of the day: a text that changes with the game's state. */
  readonly progress: ReadonlyMap<number, string>
}

const groupsOf = (table: LineTable): Groups => ({
  person: groupLines(table, 'person'),
  game: groupLines(table, 'game'),
})

/** The groups of the morning without the lines of `replaced` games, and with the lines added since. */
const extendGroups = (
  groups: Groups,
  table: LineTable,
  from: number,
  replaced: ReadonlySet<number>,
): Groups => {
  const person = new Map(groups.person)
  const game = new Map(groups.game)
  for (const at of replaced) {
    const removed = new Set(game.get(at))
    game.delete(at)
    for (const personIndex of new Set([...removed].map((line) => table.key(line).person))) {
      person.set(personIndex, person.get(personIndex)?.filter((line) => !removed.has(line)) ?? [])
    }
  }
  for (let line = from; line < table.length; line++) {
    const key = table.key(line)
    person.set(key.person, [...(person.get(key.person) ?? []), line])
    game.set(key.game, [...(game.get(key.game) ?? []), line])
  }
  return { person, game }
}

/** A world with the lookup tables that the answers need. */
export class LeagueIndex {
  readonly world: World
  readonly clubs: ReadonlyMap<number, Club>
  readonly parks: ReadonlyMap<number, Venue>
  readonly people: ReadonlyMap<number, Person>
  readonly personIndex: ReadonlyMap<number, number>
  readonly games: ReadonlyMap<number, Game>
  readonly gameIndex: ReadonlyMap<number, number>
  /** Games by official day; postponed games also by their original day, resumed ones by that of completion. */
  readonly byDate: ReadonlyMap<string, readonly Game[]>
  /** Indices of lines by index of person or game. */
  readonly batting: Groups
  readonly pitching: Groups
  /** `<pk>:<team id>` → the club's record after the game or, without a result, before it. */
  readonly teamRecords: ReadonlyMap<string, TeamRecord>

  /** The index of the day's morning; for a morning, the index itself. */
  readonly morning: LeagueIndex
  readonly #lengths: { readonly batting: number; readonly pitching: number }
  /** Progress of today's games by index of a person with lines in them. */
  readonly #progress: ReadonlyMap<number, string>

  constructor(world: World, since?: MorningReuse) {
    this.world = world
    this.morning = since?.morning ?? this
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
      if (game.resumedOn) list(game.resumedOn, game)
    }
    this.byDate = byDate
    if (since) {
      const { morning, replaced } = since
      this.#lengths = morning.#lengths
      this.batting = extendGroups(morning.batting, world.batting, this.#lengths.batting, replaced)
      this.pitching = extendGroups(morning.pitching, world.pitching, this.#lengths.pitching, replaced)
      this.#progress = new Map(
        [...since.progress].flatMap(([game, text]) =>
          this.#playersOf(game).map((person) => [person, `${game} ${text}`]),
        ),
      )
    } else {
      this.#lengths = { batting: world.batting.length, pitching: world.pitching.length }
      this.batting = groupsOf(world.batting)
      this.pitching = groupsOf(world.pitching)
      this.#progress = new Map()
    }
    this.teamRecords = computeTeamRecords(world.games)
  }

  /** A text that changes with a person's lines of today; empty without lines. */
  progressOf(person: Person): string {
    return this.#progress.get(this.personIndex.get(person.id) ?? -1) ?? ''
  }

  #playersOf(game: number): number[] {
    const { batting, pitching } = this.world
    const peopleIn = (table: LineTable, groups: Groups) =>
      (groups.game.get(game) ?? []).map((line) => table.key(line).person)
    return [...peopleIn(batting, this.batting), ...peopleIn(pitching, this.pitching)]
  }

  club(id: number): Club {
    const club = this.clubs.get(id)
    if (!club) throw new Error(`no club ${id}`)
    return club
  }
}

const computeTeamRecords = (games: readonly Game[]): Map<string, TeamRecord> => {
  const out = new Map<string, TeamRecord>()
  const records = new Map<string, TeamRecord>()
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

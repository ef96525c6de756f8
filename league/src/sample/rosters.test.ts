import { describe, expect, it } from 'vitest'
import { LeagueIndex } from '../server/league-index.ts'
import { makeSampleWorld } from './sample-world.ts'

const DAY = '2026-07-17'
const { world } = makeSampleWorld('propsight', DAY)
const index = new LeagueIndex(world)

const PLACED = / placed .+ on the (10|15)-day injured list\. [A-Z]/
const BACK = / activated .+ from the (10|15)-day injured list\.$/

/** Stays on the list: by person, from the day of the placement to the day before the activation. */
const stays = () => {
  const open = new Map<number, string>()
  const out: { personId: number; from: string; until: string | null }[] = []
  for (const { personId, date, typeCode, description } of world.transactions) {
    if (typeCode !== 'SC') continue
    if (PLACED.test(description)) {
      expect(open.has(personId), description).toBe(false)
      open.set(personId, date)
    } else {
      expect(description).toMatch(BACK)
      const from = open.get(personId)
      expect(from, description).toBeDefined()
      if (from) out.push({ personId, from, until: date })
      open.delete(personId)
    }
  }
  for (const [personId, from] of open) out.push({ personId, from, until: null })
  return out
}

const gameDays = (personId: number): string[] => {
  const at = index.personIndex.get(personId) ?? -1
  return [world.batting, world.pitching].flatMap((table, which) =>
    ((which === 0 ? index.batting : index.pitching).person.get(at) ?? []).flatMap((line) => {
      const game = world.games[table.key(line).game]
      return game?.season === world.season ? [game.date] : []
    }),
  )
}

describe('injured players of the sample league', () => {
  it('play no game between the placement and the activation in their transactions', () => {
    const all = stays()
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ until }) => until !== null).length).toBeGreaterThan(20)
    for (const { personId, from, until } of all) {
      const played = gameDays(personId).filter((day) => day >= from && (until === null || day < until))
      expect(played, `${personId} from ${from}`).toEqual([])
    }
  })
  it('have the roster status "injured" and appear in no lineup, announcement or line of the day', () => {
    const injured = new Set(stays().flatMap(({ personId, until }) => (until === null ? [personId] : [])))
    const listed = world.people.filter(({ status }) => status === 'injured').map(({ id }) => id)
    expect(new Set(listed)).toEqual(injured)
    const today = world.games.filter(({ date }) => date === DAY)
    expect(today.length).toBeGreaterThan(5)
    const playing = today.flatMap(({ lineups, probables }) => [
      ...[...(lineups?.home ?? []), ...(lineups?.away ?? [])].map(({ id }) => id),
      ...[probables?.home ?? 0, probables?.away ?? 0],
    ])
    expect(playing.filter((id) => injured.has(id))).toEqual([])
    expect(world.lines.flatMap(({ personIds }) => personIds).filter((id) => injured.has(id))).toEqual([])
  })
})

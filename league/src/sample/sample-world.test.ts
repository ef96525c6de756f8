import { describe, expect, it } from 'vitest'
import { packWorld, unpackWorld } from '../cache/world-cache.ts'
import { LeagueIndex } from '../server/league-index.ts'
import { BAT, PIT } from '../world/stat-fields.ts'
import { makeSampleWorld } from './sample-world.ts'

const DAY = '2026-07-17'
const { world } = makeSampleWorld('propsight', DAY)
const index = new LeagueIndex(world)
const played = world.games.filter(({ result }) => result)

/** Counts that must be equal for the batters and the opposing pitchers of a game. */
const PAIRS = [
  ['plateAppearances', BAT.plateAppearances, PIT.battersFaced],
  ['at bats', BAT.atBats, PIT.atBats],
  ['hits', BAT.hits, PIT.hits],
  ['doubles', BAT.doubles, PIT.doubles],
  ['triples', BAT.triples, PIT.triples],
  ['home runs', BAT.homeRuns, PIT.homeRuns],
  ['runs', BAT.runs, PIT.runs],
  ['walks', BAT.baseOnBalls, PIT.baseOnBalls],
  ['strikeouts', BAT.strikeOuts, PIT.strikeOuts],
  ['hit batsmen', BAT.hitByPitch, PIT.hitBatsmen],
  ['steals', BAT.stolenBases, PIT.stolenBases],
] as const

describe('sample league', () => {
  it('has equal batting and pitching totals on both sides of every game', () => {
    for (const game of played) {
      const at = index.gameIndex.get(game.pk) ?? -1
      for (const home of [true, false]) {
        const batting = (index.batting.game.get(at) ?? []).filter(
          (line) => world.batting.key(line).home === home,
        )
        const pitching = (index.pitching.game.get(at) ?? []).filter(
          (line) => world.pitching.key(line).home !== home,
        )
        const bat = (field: number) =>
          batting.reduce((sum, line) => sum + world.batting.count(line, field), 0)
        const pit = (field: number) =>
          pitching.reduce((sum, line) => sum + world.pitching.count(line, field), 0)
        for (const [name, b, p] of PAIRS) expect(bat(b), `${name} of ${game.pk}`).toBe(pit(p))
        const total = game.result?.total[home ? 'home' : 'away']
        expect([bat(BAT.runs), bat(BAT.hits)]).toEqual([total?.runs, total?.hits])
        const outs = pit(PIT.outs)
        const innings = game.result?.innings.length ?? 0
        const full = home && game.result?.innings.at(-1)?.home === null ? innings - 1 : innings
        // A leading home club does not complete its last half inning.
        if (home) expect(outs).toBeLessThanOrEqual(full * 3)
        else expect(outs).toBe(innings * 3)
        expect(pit(PIT.earnedRuns)).toBeLessThanOrEqual(pit(PIT.runs))
        expect(pit(PIT.gamesStarted)).toBe(1)
      }
    }
  })

  it('has innings that sum to the score, and a winner and a loser in every game', () => {
    for (const { result } of played) {
      for (const side of ['away', 'home'] as const) {
        const runs = (result?.innings ?? []).reduce((sum, inning) => sum + (inning[side]?.runs ?? 0), 0)
        expect(runs).toBe(result?.total[side].runs)
      }
      expect(result?.total.away.runs).not.toBe(result?.total.home.runs)
      expect(result?.winner).toBeDefined()
      expect(result?.loser).toBeDefined()
    }
  })

  it('has players with the same name, one pair with lines today, and names of every kind', () => {
    const byName = Map.groupBy(world.people, ({ fullName }) => fullName)
    const shared = [...byName.values()].filter((people) => people.length > 1)
    expect(shared.length).toBeGreaterThanOrEqual(2)
    for (const people of shared) expect(new Set(people.map(({ teamId }) => teamId)).size).toBe(people.length)
    const withLines = new Set(world.lines.flatMap(({ personIds }) => personIds))
    expect(shared.some((people) => people.filter(({ id }) => withLines.has(id)).length > 1)).toBe(true)
    for (const kind of [/\p{Lu}.*[áéíóúñ]/u, / (Jr\.|II|III)$/, /'/, /-/]) {
      expect(
        world.people.some(({ fullName }) => kind.test(fullName)),
        String(kind),
      ).toBe(true)
    }
  })

  it('prices standard lines near even, goblins below, demons above, with combos and one promo', () => {
    const stats = Map.groupBy(world.lines, ({ stat }) => stat)
    for (const name of [
      'Hits',
      'Home Runs',
      'Pitcher Strikeouts',
      'Total Bases',
      'Runs',
      'RBIs',
      'Hits+Runs+RBIs',
    ]) {
      expect(stats.get(name)?.length, name).toBeGreaterThan(10)
    }
    for (const name of [
      'Hitter Fantasy Score',
      'Pitcher Fantasy Score',
      'Hits Allowed',
      'Pitching Outs',
      'Walks',
    ]) {
      expect(stats.get(name)?.length, name).toBeGreaterThan(10)
    }
    expect((stats.get('Hits')?.length ?? 0) + (stats.get('Total Bases')?.length ?? 0)).toBeGreaterThan(300)
    expect(stats.get('Pitcher Strikeouts (Combo)')?.every(({ personIds }) => personIds.length === 2)).toBe(
      true,
    )
    expect(world.lines.filter(({ flashSale }) => flashSale !== undefined)).toHaveLength(1)
    expect(world.lines.some(({ line, push }) => Number.isInteger(line) && push > 0)).toBe(true)
    const groups = Map.groupBy(world.lines, ({ personIds, stat, gamePk }) => `${personIds}|${stat}|${gamePk}`)
    for (const lines of groups.values()) {
      const fair = lines.find(({ oddsType }) => oddsType === 'standard')
      if (!fair) continue
      expect(Math.abs(fair.over + fair.push / 2 - 0.5)).toBeLessThan(0.2)
      for (const { oddsType, line } of lines) {
        if (oddsType === 'goblin') expect(line).toBeLessThan(fair.line)
        if (oddsType === 'demon') expect(line).toBeGreaterThan(fair.line)
      }
    }
  })

  it('makes up postponed games in doubleheaders, trades players and keeps an injured list', () => {
    const moved = world.games.filter(({ postponedFrom, season }) => postponedFrom && season === 2026)
    expect(moved.length).toBeGreaterThan(3)
    for (const game of moved) expect([game.gameNumber, game.doubleHeader]).toEqual([2, 'S'])
    expect(world.transactions.filter(({ typeCode }) => typeCode === 'TR').length).toBeGreaterThanOrEqual(2)
    expect(world.people.some(({ status }) => status === 'injured')).toBe(true)
    const active = Map.groupBy(
      world.people.filter(({ status }) => status === 'active'),
      ({ teamId }) => teamId,
    )
    for (const [team, people] of active) expect(people.length, String(team)).toBe(26)
  })

  it('announces the games of its day only, and has no result from its day on', () => {
    const today = world.games.filter(({ date }) => date === DAY)
    expect(today.length).toBeGreaterThan(10)
    for (const { result, probables, lineups } of today) {
      expect(result).toBeUndefined()
      expect(probables?.home).toBeDefined()
      expect(new Set(lineups?.home.map(({ id }) => id)).size).toBe(9)
    }
    for (const game of world.games.filter(({ date }) => date > DAY)) {
      expect([game.result, game.probables]).toEqual([undefined, undefined])
    }
  })

  it('is identical for the same seed and after a round trip through the cache', () => {
    const bytes = packWorld(world)
    expect(packWorld(makeSampleWorld('propsight', DAY).world).equals(bytes)).toBe(true)
    expect(packWorld(unpackWorld(bytes)).equals(bytes)).toBe(true)
    expect(() => unpackWorld(bytes.subarray(0, bytes.length - 1))).toThrow('cut short')
  }, 60_000)

  it('keeps the results of earlier days and plays today’s games with the announced starters', () => {
    const next = makeSampleWorld('propsight', '2026-07-18').world
    const later = new Map(next.games.map((game) => [game.pk, game]))
    for (const game of played) expect(later.get(game.pk)?.result).toEqual(game.result)
    for (const game of world.games.filter(({ date }) => date === DAY)) {
      const after = later.get(game.pk)
      if (after?.postponedFrom || after?.doubleHeader === 'S') continue
      expect(after?.probables).toEqual(game.probables)
      expect(after?.result).toBeDefined()
    }
  }, 60_000)
})

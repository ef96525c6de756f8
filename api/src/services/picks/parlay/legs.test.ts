import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { isCalledOff, type StatsGame, statsGameSchema } from '../../../sources/stats/format/schedule.ts'
import { scheduledGame } from '../../../sources/testing/stats-bodies.ts'
import { refusingUpstream } from '../../../testing/fake-deps.ts'
import type { Reason } from '../../analysis/choose-lines.ts'
import { aRecord, shownAt } from '../../analysis/testing/record-fixtures.ts'
import type { FoundGame } from '../../games/find-game.ts'
import { toLeg } from './legs.ts'
import type { PickLeg } from './parlay.ts'
import { readPicksGames, reasonClosed, type SentPick } from './pick-games.ts'

const pick: SentPick = {
  id: 'pick_1784390400000_abc123',
  name: 'Bo Bat',
  sport: 'MLB',
  bettingLine: 1.5,
  recommendation: 'OVER',
  statType: 'Total Bases',
  team: 'NYY',
  oddsType: 'standard',
  personId: 1,
  gameTime: '2026-07-15T23:05:00Z',
}
const noGame = (): FoundGame => ({ kind: 'none' })
const at = (game: StatsGame) => (): FoundGame =>
  isCalledOff(game) ? { kind: 'called-off', game } : { kind: 'game', game }
/** Hours before the games of the evening. */
const NOON = new Date('2026-07-15T16:00:00Z')
function legOf(changes: Partial<SentPick> = {}, record = aRecord(0.63)): PickLeg {
  const found = toLeg({ ...pick, ...changes }, noGame, record, NOON)
  if ('text' in found) throw new Error(found.text)
  return found
}
/** Why a pick is not a leg; null for a leg. */
const reasonOf = (found: PickLeg | Reason): string | null => ('text' in found ? found.text : null)
const reasonFor = (changes: Partial<SentPick>, record = aRecord(0.63), gameOf = noGame) =>
  reasonOf(toLeg({ ...pick, ...changes }, gameOf, record, NOON))

const gameWith = (options: Parameters<typeof scheduledGame>[0] = {}): StatsGame => {
  const game = scheduledGame({ day: '2026-07-15', gamePk: 77, ...options })
  const named = (side: typeof game.teams.home, abbreviation: string) => ({
    ...side,
    team: { ...side.team, abbreviation },
  })
  const teams = { home: named(game.teams.home, 'NYY'), away: named(game.teams.away, 'BOS') }
  return statsGameSchema.parse({ ...game, teams })
}

describe('P8 a parlay leg of a pick', () => {
  it('has the probability that the server computed for the picked side', () => {
    expect(legOf().leg).toMatchObject({
      game: '77',
      club: 'NYY',
      player: '1',
      stat: 'Total Bases',
      line: 1.5,
      side: 'over',
      push: 0,
      oddsType: 'standard',
    })
    const { win, interval80 } = legOf().leg
    expect(interval80.low).toBeLessThanOrEqual(win)
    expect(interval80.high).toBeGreaterThanOrEqual(win)
    expect(win).toBeCloseTo(shownAt(0.63), 9)
    const under = legOf({ recommendation: 'UNDER' }).leg
    expect(under.side).toBe('under')
    expect(under.win).toBeCloseTo(1 - shownAt(0.63), 9)
  })
  it('takes the picked standard line as evidence where the server knows nothing of its market', () => {
    const record = aRecord(0.63)
    const forecasts = record.forecasts?.map(({ shown: _, ...alone }) => alone)
    const unknown = { ...record, forecasts } as typeof record
    expect(legOf({}, unknown).judged.forecast).toMatchObject({ basis: 'line', alone: 0.63 })
    expect(legOf({}, unknown).leg.win).toBeCloseTo(shownAt(0.63), 9)
    for (const changes of [{ promo: true }, { oddsType: 'goblin' as const }])
      expect(legOf(changes, unknown).judged.forecast).toMatchObject({ basis: 'model', chance: 0.63 })
  })
  it('keeps the picked side of a goblin when it is less likely, and refuses an under on a demon', () => {
    const { call, chance } = legOf({ oddsType: 'goblin' }, aRecord(0.42)).judged.forecast
    expect(call).toBe('OVER')
    expect(chance).toBeCloseTo(shownAt(0.42), 9)
    expect(reasonFor({ oddsType: 'demon', recommendation: 'UNDER' })).toBe(
      'The book takes More only on this line.',
    )
  })
  it('has the batting slot once the line-up is announced, and is refused for a player who is not in it', () => {
    const tonight = {
      gamePk: 77,
      date: '2026-07-15',
      startsAt: '2026-07-15T23:05:00Z',
      opponent: 'BOS',
      homeTeam: 'NYY',
      homeAway: 'HOME' as const,
      lineup: { announced: true, slot: 3 },
      starter: null,
    }
    expect(legOf({}, aRecord(0.63, { tonight })).leg.slot).toBe(3)
    const benched = { ...tonight, lineup: { announced: true, slot: null } }
    expect(reasonFor({}, aRecord(0.63, { tonight: benched }))).toBe('Not in the announced line-up.')
  })
  it('is refused without a forecast, an open game or the right player', () => {
    const out = { state: 'out' as const, label: '10-day injured list', date: '2026-07-14', text: 'Out.' }
    expect(reasonFor({}, aRecord(0.63, { availability: out }))).toBe(
      'Out: 10-day injured list, since 2026-07-14.',
    )
    expect(reasonFor({ statType: 'Hits' })).toBe('No probability: none for this stat.')
    expect(reasonFor({ statType: 'Pickle Balls' })).toBe('The game log lacks this stat.')
    expect(reasonFor({ gameTime: '2026-07-14T23:05:00Z' })).toBe(
      'No probability: the line is on another game.',
    )
    expect(reasonFor({ personId: 2 })).toBe('The pick is on another player of this name.')
    expect(reasonFor({ sport: 'NBA' })).toBe('The market is not of the NBA.')
    expect(reasonFor({ name: ' ' })).toBe('The league lists no player of this name.')
    expect(reasonOf(toLeg(pick, noGame, undefined, NOON))).toBe('The game log could not be loaded.')
    expect(reasonFor({}, aRecord(0))).toBe('The engine gives this side no chance.')
  })
  it.each([
    ['the league could not be read', true],
    ['the engine failed', true],
    ['no game today or tomorrow', false],
  ])('is refused because %s, temporarily: %s', (forecastMissing, isTemporary) => {
    const record = aRecord(0.63, { forecasts: undefined, forecastMissing })
    expect(toLeg(pick, noGame, record, NOON)).toEqual({
      text: `No probability: ${forecastMissing}.`,
      isTemporary,
    })
  })
  it.each([
    ['Live', 'I', 'The game has begun.'],
    ['Final', 'F', 'The game has begun.'],
    ['Final', 'D', 'The game was called off.'],
    ['Live', 'P', null],
    ['Preview', 'S', null],
  ])('in a game with the state %s (%s) gives the reason: %s', (state, code, reason) => {
    const game = gameWith({ state, code })
    expect(reasonClosed(game, NOON)).toBe(reason)
    expect(reasonFor({}, aRecord(0.63), at(game))).toBe(reason)
  })
  it.each([
    ['2026-07-15T23:04:59Z', {}, null],
    ['2026-07-15T23:05:00Z', {}, 'The game is due to begin.'],
    ['2026-07-15T23:25:00Z', { detailedState: 'Delayed Start: Rain' }, null],
    ['2026-07-15T23:25:00Z', { startTimeTBD: true }, null],
  ])('at %s in a game with the schedule status %o gives the reason: %s', (now, status, reason) => {
    const game = gameWith()
    const later = { ...game, status: { ...game.status, ...status } }
    const found = toLeg(pick, at(later), aRecord(0.63), new Date(now))
    expect(reasonOf(found)).toBe(reason)
  })
  it('P7 without a start time of its own is refused from the start of the game on', () => {
    const tonight = {
      gamePk: 77,
      date: '2026-07-15',
      startsAt: '2026-07-15T23:05:00Z',
      opponent: 'BOS',
      homeTeam: 'NYY',
      homeAway: 'HOME' as const,
      lineup: { announced: true, slot: 3 },
      starter: null,
    }
    const late = { ...pick, gameTime: null }
    const record = aRecord(0.63, { tonight })
    expect(reasonOf(toLeg(late, noGame, record, NOON))).toBeNull()
    expect(reasonOf(toLeg(late, noGame, record, new Date('2026-07-15T23:05:00Z')))).toBe(
      'The game is due to begin.',
    )
  })
  it.each([0, 0.7, 1.25, 1e-9])('is refused for the line %s, which no book offers', (bettingLine) => {
    expect(reasonFor({ bettingLine })).toBe('The book has no such line.')
  })
  it('of a doubleheader refers to the game at the start time of the pick', async () => {
    const first = gameWith({ gamePk: 76, hour: '17:05', state: 'Live', code: 'I' })
    const second = gameWith({ gamePk: 77, hour: '23:05', gameNumber: 2 })
    const days: string[] = []
    const stats = {
      ...refusingUpstream.stats,
      schedule: async (day: string) => {
        days.push(day)
        return { value: [first, second], readAt: '', ageSeconds: 0, stale: false }
      },
    }
    const clock = parseLeagueClock('frozen:2026-07-15T18:00:00Z')
    const early = { ...pick, gameTime: '2026-07-15T17:05:00Z' }
    const gameOf = await readPicksGames({ upstream: { ...refusingUpstream, stats }, clock }, [pick, early])
    expect(days).toEqual(['2026-07-15'])
    expect([gameOf(pick), gameOf(early)]).toMatchObject([
      { kind: 'game', game: { gamePk: 77 } },
      { kind: 'game', game: { gamePk: 76 } },
    ])
    expect(reasonOf(toLeg(early, gameOf, aRecord(0.63), NOON))).toBe('The game has begun.')
    expect(reasonOf(toLeg(pick, gameOf, aRecord(0.63), NOON))).toBeNull()
    for (const gameTime of [null, 'tonight']) {
      const untimed = { ...pick, gameTime }
      expect(gameOf(untimed)).toMatchObject({ kind: 'uncertain' })
      expect(reasonOf(toLeg(untimed, gameOf, aRecord(0.63), NOON))).toBe('No probability: game not certain.')
    }
  })
  it('causes schedule requests for three days at most', async () => {
    let requests = 0
    const stats = {
      ...refusingUpstream.stats,
      schedule: async () => {
        requests += 1
        return { value: [], readAt: '', ageSeconds: 0, stale: false }
      },
    }
    const many = Array.from({ length: 28 }, (_, at) => ({
      ...pick,
      gameTime: `2026-02-${String(at + 1).padStart(2, '0')}T18:00:00Z`,
    }))
    const clock = parseLeagueClock('frozen:2026-07-15T18:00:00Z')
    await readPicksGames({ upstream: { ...refusingUpstream, stats }, clock }, many)
    expect(requests).toBe(3)
  })
})

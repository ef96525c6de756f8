import { canonicalClubCode, loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { isFresh } from '../config/browser-cache.ts'
import { linesRetryDelayMs } from '../features/lines/fetch-lines.ts'
import { buildLineMap, findLine, type OfferedLine } from './line-map.ts'

const line = (name: string, value: number, team = 'SEA', oddsType = 'goblin'): OfferedLine => ({
  name,
  line: value,
  team,
  oddsType,
})

describe('H5 name normalisation', () => {
  it.each([
    ['José Ramírez', 'jose ramirez', 'jose ramirez'],
    ['  Mac   Dole ', 'mac dole', 'mac dole'],
    ["Tyler O'Neill", "tyler o'neill", 'tyler oneill'],
    ['Tyler O’Neill', "tyler o'neill", 'tyler oneill'],
    ['Hyun-Jin Ryu', 'hyun-jin ryu', 'hyun jin ryu'],
    ['J.T. Ginn', 'j.t. ginn', 'jt ginn'],
    ['Lance McCullers Jr.', 'lance mccullers jr.', 'lance mccullers'],
    ['Carl Edwards III', 'carl edwards iii', 'carl edwards'],
    ['Ken Waldichuk #27 (L)', 'ken waldichuk l', 'ken waldichuk l'],
    ['Ñoño Peña', 'nono pena', 'nono pena'],
  ])('normalises %s', (name, normal, loose) => {
    expect(normalisePlayerName(name)).toBe(normal)
    expect(loosePlayerName(name)).toBe(loose)
  })
  it.each([
    ['ari', 'AZ'],
    ['AZ', 'AZ'],
    ['OAK', 'ATH'],
    ['WSN', 'WSH'],
    ['sea', 'SEA'],
  ])('maps club %s to %s', (code, canonical) => expect(canonicalClubCode(code)).toBe(canonical))
})

describe('H5 line map', () => {
  it('contains only goblins, and the highest line of each player', () => {
    const map = buildLineMap([
      line('A B', 4.5),
      line('A B', 5.5),
      line('A B', 3.5),
      line('A B', 6.5, 'SEA', 'standard'),
      line('C D', 7.5, 'SEA', 'demon'),
      line('E F', 4.5, 'ARI', 'Goblin'),
      line('123', 4.5),
    ])
    expect(map).toEqual({ 'a b': [{ team: 'SEA', line: 5.5 }], 'e f': [{ team: 'AZ', line: 4.5 }] })
  })

  const map = buildLineMap([
    line('José Berríos', 4.5, 'TOR'),
    line('Lance McCullers Jr.', 3.5, 'HOU'),
    line("Ryan O'Hearn", 5.5, 'ARI'),
    line('Luis Castillo', 5.5, 'SEA'),
    line('Luis Castillo', 3.5, 'MIL'),
    line('Will Smith', 2.5, ''),
    line('Max Fried', 4.5, 'NYY'),
    line('Luis Garcia', 4.5, 'HOU'),
    line('Luis Garcia Jr.', 6.5, 'WSN'),
    line('Logan Allen', 4.5, ''),
    line('Logan Allen', 5.5, 'CLE'),
  ])
  it.each<[string, string, number | string]>([
    ['Jose Berrios', 'TOR', 4.5],
    ['Lance McCullers', 'HOU', 3.5],
    ['Ryan OHearn', 'AZ', 5.5],
    ['Luis Castillo', 'SEA', 5.5],
    ['Luis Castillo', 'MIL', 3.5],
    ['Luis Castillo', 'DET', 'No line on the board'],
    ['Luis García Jr.', 'WSH', 6.5],
    ['Luis García', 'WSH', 6.5],
    ['Luis García', 'HOU', 4.5],
    ['Will Smith', 'KC', 2.5],
    ['Max Fried', 'ATL', 'No line on the board'],
    ['Logan Allen', 'CLE', 5.5],
    ['Logan Allen', 'SD', 'The board has more than one pitcher of this name'],
    ['constructor', 'SD', 'No line on the board'],
  ])('finds for %s of %s: %s', (name, team, expected) =>
    expect(findLine(map, name, team)).toEqual(
      typeof expected === 'number' ? { line: expected } : { line: null, reason: expected },
    ),
  )
})

describe('H5 H6 retries and caches', () => {
  it.each([
    [1, 0, 2_000],
    [2, 0, 4_000],
    [3, 0, 8_000],
    [4, 0.5, 16_250],
    [9, 1, 20_500],
  ])('retry %d waits with a jitter of %d: %d ms', (retry, random, ms) =>
    expect(linesRetryDelayMs(retry, random)).toBe(ms),
  )

  const now = Date.parse('2026-07-18T16:00:00Z')
  it.each([
    [3, 0, true],
    [3, 43_199_999, true],
    [3, 43_200_000, false],
    [2, 0, false],
    [3, -1, false],
  ])('a cache of version %d, %d ms old, is fresh: %s', (version, age, fresh) =>
    expect(isFresh(version, now - age, now)).toBe(fresh),
  )
})

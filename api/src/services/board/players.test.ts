import { loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatsPerson, StatsTeam } from '../../sources/stats/format/roster.ts'
import { findPlayer } from './players.ts'

const teams: StatsTeam[] = [
  { id: 1, name: 'Arizona', abbreviation: 'AZ' },
  { id: 2, name: 'Boston', abbreviation: 'BOS' },
  { id: 3, name: 'Chicago', abbreviation: 'CWS' },
]
const person = (id: number, fullName: string, team: number, position = 'SS'): StatsPerson => ({
  id,
  fullName,
  currentTeam: { id: team },
  primaryPosition: { code: '6', abbreviation: position },
})
const people = [
  person(1, 'José Ramón Peña', 1),
  person(2, 'Cal O’Dell', 1),
  person(3, 'Jay-Jay Onwu', 2),
  person(4, 'Fernán Ruiz Jr.', 2),
  person(5, 'A.J. Stone', 3),
  person(6, 'Will Smith', 1, 'C'),
  person(7, 'Will Smith', 2, 'P'),
  person(8, 'Max Lee', 1),
  person(9, 'Max Lee', 1),
  person(10, 'Luis García Jr.', 1),
  person(11, 'Luis Garcia', 2, 'P'),
  person(12, 'Luis Garcia', 3, 'P'),
  person(13, 'Two Way', 1, 'TWP'),
  { ...person(14, 'Michael Vaughn', 1), useName: 'Mike', lastName: 'Vaughn' },
]
const find = (name: string, team = '', group: 'hitting' | 'pitching' = 'hitting') => {
  const found = findPlayer(people, teams, { name, team, group })
  return found.ok ? found.person.id : found.reason
}

describe('H5 player name normalisation', () => {
  it.each([
    ['José Ramón Peña', 'jose ramon pena'],
    ['  CAL   O’Dell ', "cal o'dell"],
    ['Jay-Jay Onwu', 'jay-jay onwu'],
    ['A.J. Stone', 'a.j. stone'],
    ['Ronald Acuña Jr. (OF) #13', 'ronald acuna jr. of'],
    ['Søren Łuk', 'søren łuk'],
  ])('turns %j into %j', (name, normalised) => {
    expect(normalisePlayerName(name)).toBe(normalised)
  })
  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const normalised = normalisePlayerName(text)
        expect(normalisePlayerName(normalised)).toBe(normalised)
        expect(normalised).toMatch(/^[\p{L} .'-]*$/u)
        expect(normalised).not.toMatch(/^ | {2}| $/)
        expect(loosePlayerName(normalised)).not.toMatch(/[.'-]/)
      }),
    )
  })
})

describe('H5 findPlayer', () => {
  it.each([
    ['Jose Ramon Pena', 1],
    ["Cal O'Dell", 2],
    ['Cal ODell', 2],
    ['Jay Jay Onwu', 3],
    ['Fernan Ruiz', 4],
    ['Fernán Ruiz Jr', 4],
    ['AJ Stone', 5],
    ['Mike Vaughn', 14],
    ['Nobody Here', 'unknown player'],
  ])('resolves %j to %j', (name, expected) => {
    expect(find(name)).toBe(expected)
  })
  it('distinguishes players of the same name by club, in any spelling of the code', () => {
    expect(find('Will Smith', 'ARI')).toBe(6)
    expect(find('Will Smith', 'BOS', 'pitching')).toBe(7)
    expect(find('A.J. Stone', 'CHW')).toBe(5)
  })
  it('distinguishes players of the same name by position when the club is unknown', () => {
    expect(find('Will Smith')).toBe(6)
    expect(find('Will Smith', 'XXX', 'pitching')).toBe(7)
  })
  it('prefers the right club with a name suffix to the exact name at another club', () => {
    expect(find('Luis Garcia', 'AZ')).toBe(10)
    expect(find('Luis Garcia', 'BOS', 'pitching')).toBe(11)
  })
  it('returns an ambiguous name instead of a guess', () => {
    expect(find('Max Lee', 'AZ')).toBe('ambiguous name')
    expect(find('Luis Garcia', '', 'pitching')).toBe('ambiguous name')
  })
  it('finds a traded player listed with another club, and a two-way player in both groups', () => {
    expect(find('Jay-Jay Onwu', 'AZ')).toBe(3)
    expect(find('Two Way', 'AZ', 'pitching')).toBe(13)
    expect(find('Two Way', 'AZ')).toBe(13)
  })
})

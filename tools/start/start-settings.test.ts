import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { oddsVariable, readStartSettings } from './start-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const REPLAY = ['--replay', folder, '--date', '2025-07-01']
const dataOf = (...args: string[]) => {
  const settings = readStartSettings(args, {})
  return settings === 'help' ? settings : settings.data
}

describe('settings of a replay', () => {
  it('stand still at 13:00 UTC without odds by default', () => {
    const replay = { kind: 'replay', folder, date: '2025-07-01', time: '13:00', odds: null, others: [] }
    expect(dataOf(...REPLAY)).toEqual(replay)
  })

  it('have the folder of quotes and the time of the day of --odds and --time', () => {
    expect(dataOf(...REPLAY, '--odds', folder, '--time', '20:30')).toMatchObject({
      odds: folder,
      time: '20:30',
    })
  })

  it.each([
    [['--odds', folder], '--odds goes with --replay FOLDER'],
    [['--others', folder], '--others goes with --replay FOLDER'],
    [[...REPLAY, '--others', `${folder},${join(folder, 'none')}`], '--others: there is no folder'],
    [['--time', '20:30'], '--time goes with --replay FOLDER'],
    [[...REPLAY, '--odds', join(folder, 'none')], '--odds: there is no folder'],
    [[...REPLAY, '--time', '25:00'], "--time must be a time as HH:MM; got '25:00'"],
  ])('are refused for %j', (args, message) => {
    expect(() => dataOf(...args)).toThrow(message)
  })
})

describe('the open sports of a start', () => {
  const sportsOf = (args: string[], env = {}) => {
    const settings = readStartSettings(args, env)
    return settings === 'help' ? settings : settings.sports
  }
  it('are those of --sports, else of SPORTS', () => {
    expect(sportsOf(['--sports', 'mlb,nba'], { SPORTS: 'mlb' })).toBe('mlb,nba')
    expect(sportsOf([], { SPORTS: 'nba' })).toBe('nba')
    expect(sportsOf([])).toBe('')
  })
  it('are refused before anything starts', () => {
    expect(() => sportsOf(['--sports', 'mlb,nhl'])).toThrow('--sports: nhl is no sport')
  })
})

describe('S11 the source of odds of a start', () => {
  const replay = (odds: string | null) =>
    ({ kind: 'replay', folder, date: '', time: '', odds, others: [] as string[] }) as const

  it.each([
    ['a replay without quotes', replay(null), {}, 'off'],
    ['a replay without quotes, with ODDS=on', replay(null), { ODDS: 'on' }, 'off'],
    ['a replay with quotes', replay(folder), {}, undefined],
    ['a replay with folders of other sports', { ...replay(null), others: [folder] }, {}, undefined],
    ['a replay with quotes, with ODDS=off', replay(folder), { ODDS: 'off' }, 'off'],
    ['a replay with the address of a source', replay(null), { ODDS_API_URL: 'http://[::1]:5' }, undefined],
    ['the sample league', { kind: 'sample' }, {}, undefined],
    ['the sample league, with ODDS=off', { kind: 'sample' }, { ODDS: 'off' }, 'off'],
    ['live data', { kind: 'live' }, { ODDS: 'on' }, 'on'],
  ] as const)('is passed to the API: %s', (_, data, env, odds) => {
    expect(oddsVariable({ data }, env)).toBe(odds)
  })
})

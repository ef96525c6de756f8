import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readStartSettings } from './start-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const REPLAY = ['--replay', folder, '--date', '2025-07-01']
const dataOf = (...args: string[]) => {
  const settings = readStartSettings(args, {})
  return settings === 'help' ? settings : settings.data
}

describe('settings of a replay', () => {
  it('stand still at 13:00 UTC without odds by default', () => {
    const replay = { kind: 'replay', folder, date: '2025-07-01', time: '13:00', odds: null }
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
    [['--time', '20:30'], '--time goes with --replay FOLDER'],
    [[...REPLAY, '--odds', join(folder, 'none')], '--odds: there is no folder'],
    [[...REPLAY, '--time', '25:00'], "--time must be a time as HH:MM; got '25:00'"],
  ])('are refused for %j', (args, message) => {
    expect(() => dataOf(...args)).toThrow(message)
  })
})

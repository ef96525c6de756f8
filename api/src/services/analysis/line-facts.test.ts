import type { OpposingPitcher } from '@propsight/shared/contracts'
import { findParkFactorsByName } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { chooseLines, type PlayerRecord } from './choose-lines.ts'
import { lineFacts } from './line-facts.ts'
import { aLine, aRecord, shownPercent } from './testing/record-fixtures.ts'
import { candidateSentences } from './wording/engine-sentences.ts'

const opposingPitcher: OpposingPitcher = {
  personId: 9,
  name: 'Al Arm',
  handedness: 'L',
  team: 'AZ',
  era: '4.81',
  whip: '-.--',
  strikeOuts: 100,
  wins: 5,
  losses: 4,
  strikeOutsPer9: '9.00',
  hitsPer9: '8.00',
}
const tonight = {
  gamePk: 77,
  date: '2026-07-15',
  startsAt: '2026-07-15T23:05:00Z',
  opponent: 'AZ',
  homeAway: 'HOME' as const,
  homeTeam: 'NYY',
  starter: { personId: 9, name: 'Al Arm', throws: 'L' as const },
  lineup: { announced: false, slot: null },
}
function factsOf(record: PlayerRecord, context: Parameters<typeof lineFacts>[1], window = 10) {
  const [judged] = chooseLines([aLine()], () => record, { most: 1, window }).chosen
  if (!judged) throw new Error('no line was chosen')
  return lineFacts(judged, context, window)
}

describe('N4 the facts of a recommended line', () => {
  it('are counted from the log over the chosen window and the season', () => {
    const facts = factsOf(aRecord(0.7), { opposingPitcher: null, weather: null })
    expect(facts).toMatchObject({
      chance: shownPercent(0.7),
      alone: 70,
      edge: false,
      window: { over: 7, under: 3, games: 10 },
      recent: { over: 3, under: 2, games: 5 },
      season: { over: 8, under: 4, games: 12 },
      oddsType: 'standard',
      venue: null,
      average: 2.8,
      game: null,
      starter: null,
      park: null,
    })
    expect(factsOf(aRecord(0.7), { opposingPitcher: null, weather: null }, 5).window.games).toBe(5)
  })
  it('name the club and the park for any spelling of the club code and omit an invalid rate', () => {
    const facts = factsOf(aRecord(0.7, { tonight }), { opposingPitcher, weather: 'calm' })
    const { homeRun } = findParkFactorsByName('Yankee Stadium', tonight.date) ?? expect.fail('no factors')
    expect(homeRun).toBeGreaterThan(1.03)
    expect(facts).toMatchObject({
      game: { home: true, opponent: 'Arizona Diamondbacks', park: 'Yankee Stadium' },
      starter: { name: 'Al Arm', throws: 'L', era: '4.81', whip: null },
      venue: { over: 8, under: 4, games: 12 },
      park: { percent: Math.round(100 * (homeRun - 1)), of: 'home runs' },
      weather: 'calm',
    })
    expect(candidateSentences(facts).map(({ text }) => text)).toContain(
      'Plays at home against the Arizona Diamondbacks and Al Arm, a left-hander with a 4.81 ERA.',
    )
  })
  it('omit an availability label that is not plain text', () => {
    const labelled = (label: string) =>
      factsOf(aRecord(0.7, { availability: { state: 'returned', label, date: '2026-07-12', text: '' } }), {
        opposingPitcher: null,
        weather: null,
      }).news
    expect(labelled('activated')).toEqual({ label: 'activated', date: '2026-07-12' })
    expect(labelled('<b>100% fit</b>')).toBeNull()
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidateSentences, leadSentence, tenths } from './engine-sentences.ts'
import type { LineFacts } from './facts.ts'
import { anyFacts, someFacts } from './testing/line-facts.ts'

const defaultTexts = (facts: LineFacts) => [
  leadSentence(facts),
  ...candidateSentences(facts).flatMap(({ text, isDefault }) => (isDefault ? [text] : [])),
]
const textsById = (facts: LineFacts) =>
  Object.fromEntries(candidateSentences(facts).map(({ id, text }) => [id, text]))

const NUMBER = /\d+(?:\.\d+)?/g

/** Every number that a sentence on these facts may contain. */
function numbersOf(facts: LineFacts): Set<number> {
  const { window, recent, season, venue, trend, starter, park, lineup, weather, news, average } = facts
  const without = facts.absent.map(({ rate }) => rate)
  const rates = [window, recent, season, ...without, ...(venue ? [venue] : [])]
  const texts = [facts.name, starter?.name, starter?.era, starter?.whip, weather, news?.label, news?.date]
  const rounded = [facts.mean, facts.fairLine, average ?? 0, trend?.short ?? 0, trend?.long ?? 0]
  return new Set([
    80, // the interval
    5, // the games of the short average
    Math.min(10, season.games), // the games of the long average
    ...[facts.line, facts.chance, facts.alone, facts.low, facts.high, facts.push, lineup?.slot ?? 0],
    Math.abs(park?.percent ?? 0),
    ...rounded.map((value) => Number(tenths(value))),
    ...rates.flatMap(({ over, under, push, games }) => [over, under, push, games]),
    ...texts.flatMap((text) => (text?.match(NUMBER) ?? []).map(Number)),
  ])
}

describe('N4 engine sentences', () => {
  it('describe the computed and read facts, most important first', () => {
    expect(defaultTexts(someFacts())).toEqual([
      'José Peña Jr. is 63% likely to go over 1.5 total bases (80% interval 57% to 69%).',
      'Expected 2.1, fair line 1.8.',
      'Our model alone says 71%; with the offered line taken into account it is 63%.',
      'Went over in 8 of the last 10 games, averaging 1.9, and in 33 of 60 this season.',
      'Form is up, for the over: 2.4 a game in the last 5 games, 1.9 a game in the last 10.',
      'Plays at home against the Boston Red Sox and Ansel O’Dell, a left-hander with a 4.81 ERA and a 1.35 WHIP.',
      'Bats 3rd.',
      'Yankee Stadium gives up 19% more home runs than an average park.',
      'Game time: 84°F, wind 11 mph out to left-center, rain 30%.',
    ])
  })
  it.each([
    ['OVER', 'up', 'Form is up, for the over: '],
    ['OVER', 'down', 'Form is down, against the over: '],
    ['UNDER', 'up', 'Form is up, against the under: '],
    ['UNDER', 'down', 'Form is down, for the under: '],
    ['UNDER', 'flat', undefined],
  ] as const)('say of an %s whether a trend that goes %s speaks for it', (side, direction, begin) => {
    const { trend: text } = textsById(someFacts({ side, trend: { short: 1.2, long: 1.9, direction } }))
    if (begin) expect(text).toContain(begin)
    else expect(text).toBeUndefined()
  })
  it('have opponent, rest and absent team-mates in sports without starters and batting orders', () => {
    const rate = { over: 4, under: 2, push: 0, games: 6, rate: 4 / 6 }
    const texts = defaultTexts(
      someFacts({
        ...{ group: 'other', stat: 'Pts+Asts', starter: null, park: null, weather: null, rest: 0 },
        game: { home: false, opponent: 'Boston Celtics', park: null },
        absent: [{ name: 'Bo Big', rate }],
        lineup: { announced: false, slot: null },
      }),
    )
    expect(texts[0]).toContain('likely to go over 1.5 points and assists together')
    expect(texts.slice(-3)).toEqual([
      'Plays away against the Boston Celtics.',
      'Played yesterday: no day of rest.',
      'Without Bo Big, who is out, went over in 4 of 6 games.',
    ])
  })
  it('omit unknown facts', () => {
    const withoutOptionalFacts = someFacts({
      low: 63,
      high: 63,
      alone: 64,
      push: 12,
      venue: null,
      average: null,
      trend: null,
      game: null,
      starter: null,
      park: null,
      weather: null,
      lineup: null,
      window: { over: 1, under: 0, push: 0, games: 1, rate: 1 },
      recent: { over: 1, under: 0, push: 0, games: 1, rate: 1 },
      season: { over: 1, under: 0, push: 0, games: 1, rate: 1 },
    })
    expect(defaultTexts(withoutOptionalFacts)).toEqual([
      'José Peña Jr. is 63% likely to go over 1.5 total bases, with a 12% chance to land on the line.',
      'Expected 2.1, fair line 1.8.',
      'Went over in 1 of 1 game.',
    ])
    expect(candidateSentences(withoutOptionalFacts).every(({ isDefault }) => isDefault)).toBe(true)
  })
  it('name missing announcements and the roster news', () => {
    const texts = textsById(
      someFacts({
        starter: null,
        lineup: { announced: false, slot: null },
        news: { label: 'activated', date: '2026-07-12' },
      }),
    )
    expect(texts).toMatchObject({
      opponent: 'Plays at home against the Boston Red Sox, whose starter is not announced.',
      'batting-order': 'The place in the batting order is not announced yet.',
      availability: 'The league says: activated, July 12.',
    })
  })
  it('include more candidates than the own selection of the engine', () => {
    const texts = textsById(
      someFacts({ oddsType: 'goblin', window: { over: 7, under: 2, push: 1, games: 10, rate: 7 / 9 } }),
    )
    expect(texts).toMatchObject({
      'last-games': 'Went over in 4 of the last 5 games.',
      venue: 'Went over in 20 of 31 games at home this season.',
      pushes: 'Landed exactly on the line in 1 of the last 10 games.',
      'odds-type':
        'The line is a goblin: easier to win than a standard line, for a lower payout, and More only.',
    })
  })
  it('have unique ids and contain only figures of the facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const candidates = candidateSentences(facts)
        expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length)
        const known = numbersOf(facts)
        for (const text of [leadSentence(facts), ...candidates.map((sentence) => sentence.text)]) {
          for (const figure of text.match(NUMBER) ?? []) expect(known, text).toContain(Number(figure))
        }
      }),
      { numRuns: 120 },
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkerOf } from './check-words.ts'
import { engineSentences } from './engine-sentences.ts'
import { anyFacts, someFacts } from './testing/line-facts.ts'

describe('N4 engine sentences', () => {
  it('describe the computed and read facts, most important first', () => {
    expect(engineSentences(someFacts())).toEqual([
      'José Peña Jr. is 63% likely to go over 1.5 total bases (80% interval 57% to 69%).',
      'The engine expects 2.1 and puts a fair line at 1.8.',
      'He went over in 8 of the last 10 games, averaging 1.9, and in 33 of 60 this season.',
      'His form is up: 2.4 a game in the last 5 games, 1.9 a game in the last 10.',
      'He plays at home against the Boston Red Sox and Ansel O’Dell, a left-hander with a 4.81 ERA and a 1.35 WHIP.',
      'He bats 3rd.',
      'Yankee Stadium gives up 19% more home runs than an average park.',
      'Game time: 84°F, wind 11 mph out to left-center, 30% chance of rain.',
    ])
  })
  it('omit unknown facts', () => {
    const withoutOptionalFacts = someFacts({
      low: 63,
      high: 63,
      push: 12,
      average: null,
      trend: null,
      game: null,
      starter: null,
      park: null,
      weather: null,
      lineup: null,
      window: { over: 1, under: 0, push: 0, games: 1, rate: 1 },
      season: { over: 1, under: 0, push: 0, games: 1, rate: 1 },
    })
    expect(engineSentences(withoutOptionalFacts)).toEqual([
      'José Peña Jr. is 63% likely to go over 1.5 total bases, with a 12% chance to land on the line.',
      'The engine expects 2.1 and puts a fair line at 1.8.',
      'He went over in 1 of 1 game.',
    ])
  })
  it('name missing announcements and the roster news', () => {
    const sentences = engineSentences(
      someFacts({
        starter: null,
        lineup: { announced: false, slot: null },
        news: { label: 'activated', date: '2026-07-12' },
      }),
    )
    expect(sentences).toContain(
      'He plays at home against the Boston Red Sox, whose starter is not announced.',
    )
    expect(sentences).toContain('His place in the batting order is not announced yet.')
    expect(sentences).toContain('The league says: activated, July 12.')
  })
  it('pass the checker for two players with the same last name', () => {
    const facts = someFacts({
      name: 'José Peña',
      starter: { name: 'Neil Peña', throws: 'R', era: '3.10', whip: null },
    })
    const sentences = engineSentences(facts)
    expect(sentences.join(' ')).toContain('Neil Peña, a right-hander with a 3.10 ERA')
    for (const sentence of sentences) {
      expect(checkerOf(facts)(sentence)).toEqual({ accepted: [sentence], dropped: 0 })
    }
    expect(checkerOf(facts)('José Peña has a 3.10 ERA.').dropped).toBe(1)
  })
  it('pass the checker for any facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const check = checkerOf(facts)
        for (const sentence of engineSentences(facts)) {
          expect(check(sentence)).toEqual({ accepted: [sentence], dropped: 0 })
        }
      }),
      { numRuns: 120 },
    )
  })
})

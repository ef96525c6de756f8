import { pickSchema } from '@propsight/shared/contracts'
import { confidencePercent } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { figureSide, slipText, toSortKey } from '../../state/ranked-line.ts'
import { aDetail, aRecommendation } from '../../testing/answers.ts'
import { cardsOf } from '../../testing/open-detail.tsx'
import { aBatter, aForecast, aLine } from '../../testing/players.ts'
import { buildPick } from './build-pick.ts'

const HITS = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const HITS_FORECAST = aForecast('Hits', 0.86, 0.634, 0.22)

const context = {
  window: 10,
  source: 'sample' as const,
  now: new Date('2026-07-18T16:00:00Z'),
  feature: 'image' as const,
  weather: null,
  advice: null,
  detail: null,
  books: null,
}

describe('P6: the pick of a slip', () => {
  it('has the side of the slip and its probability, and the card shows the call beside it', () => {
    const line = aLine({ name: 'Ana', id: 'image-1', line: 1.5, stats: '1.5 Less Hits' })
    const [card] = cardsOf(aBatter('Ana', HITS, { forecasts: [HITS_FORECAST] }), [line])
    if (!card?.forecast) throw new Error('no forecast')
    expect([card.call, card.side]).toEqual(['OVER', 'UNDER'])
    const percent = Math.round(100 * card.forecast.chance)
    expect(slipText(card)).toBe(`Slip: Less · Ours: Over ${percent}%`)
    // Rate, bars and price are of the called side, whose probability stands beside them.
    expect([figureSide(card), toSortKey(card).hits]).toEqual(['OVER', 8])
    const pick = buildPick(card, context)
    expect(pick?.bettingAnalysis).toMatchObject({ recommendation: 'UNDER' })
    const opposite = 1 - card.forecast.chance - card.forecast.push
    expect(pick?.confidence).toBe(confidencePercent(opposite))
    expect(pick?.forecast?.low).toBeLessThanOrEqual(pick?.forecast?.high ?? 0)
  })

  it('has the break-even of the best offer that the card shows, and the books that counted', () => {
    const quote = (book: string, under: number) => ({ line: 1.5, book, title: book, over: null, under })
    const { distribution, low, high } = HITS_FORECAST
    const shown = { distribution, low, high, basis: 'price' as const, prices: [] }
    const quotes = [quote('quill', 400), quote('tally', 300)]
    const line = aLine({ name: 'Ana', id: 'image-1', line: 1.5, stats: '1.5 Less Hits' })
    const [card] = cardsOf(
      aBatter('Ana', HITS, { forecasts: [{ ...HITS_FORECAST, shown: { ...shown, quotes } }] }),
      [line],
    )
    if (!card) throw new Error('no card')
    const evenOf = (books: string[] | null) => {
      const pick = pickSchema.parse(buildPick(card, { ...context, books }))
      return [pick.forecast?.breakEven, pick.books]
    }
    expect(evenOf(null)).toEqual([20, undefined])
    expect(evenOf(['tally'])).toEqual([25, ['tally']])
    // The payout table where no book of the user quotes the side.
    expect(evenOf(['umber'])).toEqual([57.7, ['umber']])
  })
})

describe('P6: the missing part of a pick', () => {
  const pickOf = (
    line: Parameters<typeof aLine>[0],
    fields: Parameters<typeof aBatter>[2] = {},
    more: Partial<Parameters<typeof buildPick>[1]> = {},
  ) => {
    const [card] = cardsOf(aBatter(line.name, HITS, fields), [aLine(line)])
    const pick = card && buildPick(card, { ...context, ...more })
    if (!pick) throw new Error('no pick')
    return pickSchema.parse(pick)
  }

  it.each([
    [
      0.5,
      [0, 0, 0, 0, 0, 2, 2, 2, 2, 2],
      '2.0 a game over the last 5, 1.0 over the last 10: rising, for the over',
    ],
    [
      3.5,
      [0, 0, 0, 0, 0, 2, 2, 2, 2, 2],
      '2.0 a game over the last 5, 1.0 over the last 10: rising, against the under',
    ],
    [3.5, [2, 2, 0, 0, 0, 0, 0], '0.0 a game over the last 5, 0.6 over the last 7: falling, for the under'],
    [3.5, [1, 1, 1, 1, 1, 1, 1], '1.0 a game over the last 5, 1.0 over the last 7: steady'],
  ])('has a recent form that says whether it speaks for the side of line %d: %j', (line, hits, text) => {
    const [card] = cardsOf(aBatter('Ana', hits), [aLine({ name: 'Ana', line })])
    expect(card && buildPick(card, context)?.recentForm).toBe(text)
  })

  it('has a reason that names the park when no park factors are known for it', () => {
    const { stadiumFactors, unavailable } = pickOf({ name: 'Ana', opponent: 'ATH', homeAway: 'AWAY' })
    expect(stadiumFactors).toBeNull()
    expect(unavailable.stadiumFactors).toBe(
      'The park factors of Sutter Health Park, West Sacramento were not known when the pick was saved.',
    )
  })

  it('has the reason that the park is unknown when the book names no opponent', () => {
    const { unavailable } = pickOf({ name: 'Ana', opponent: null, homeAway: null })
    expect(unavailable.stadiumFactors).toBe('The park of the game was not known when the pick was saved.')
  })

  it('has the server’s reasons for starter and past meetings when the detail view was loaded', () => {
    const missing = {
      opposingPitcher: 'The season could not be read.',
      vsPitcher: 'They have not met before.',
    }
    const detail = aDetail(HITS_FORECAST, { opposingPitcher: null, vsPitcher: null, missing })
    const { unavailable } = pickOf({ name: 'Ana' }, {}, { detail })
    expect(unavailable).toMatchObject({
      opposingPitcher: missing.opposingPitcher,
      batterVsPitcherHistory: missing.vsPitcher,
      defensiveAnalysis: 'The forecast has no data on the opponent.',
    })
  })

  it('has a reason that names the announced starter, and is filled when AI mode provides the starter', () => {
    const starter = { personId: 7, name: 'Gareth Lindqvist', throws: 'L' as const }
    const tonight = {
      gamePk: 7,
      date: '2026-07-18',
      startsAt: '2026-07-19T01:40:00Z',
      opponent: 'TEX',
      homeAway: 'HOME' as const,
      homeTeam: 'SEA',
      lineup: { announced: false, slot: null },
      starter,
    }
    expect(pickOf({ name: 'Ana' }, { tonight }).unavailable.opposingPitcher).toBe(
      'The starter is Gareth Lindqvist; a starter’s season is in the player’s detail view, which was not open when this pick was saved.',
    )
    const { opposingPitcher } = aDetail(HITS_FORECAST)
    const advice = aRecommendation({ id: 'line-Ana-1.5-standard', opposingPitcher })
    expect(pickOf({ name: 'Ana' }, { tonight }, { advice }).opposingPitcher).toEqual(opposingPitcher)
    // The factor is that of the forecast.
    const park = pickOf({ name: 'Ana' }, { tonight: { ...tonight, homeRunFactor: 0.93 } }).stadiumFactors
    expect(park).toEqual({
      city: 'Seattle',
      factors: { overall: { homeRuns: 0.93 } },
      handednessAdvantage: null,
      specialFeatures: 'T-Mobile Park: retractable roof, 17 feet above sea level',
    })
  })
})

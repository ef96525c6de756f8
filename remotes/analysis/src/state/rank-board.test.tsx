import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answeredLines, aRun } from '../testing/fake-server.ts'
import { names, openDashboard } from '../testing/open-dashboard.tsx'
import { aBatter, aForecast, aLine, end, start, withoutRuns } from '../testing/players.ts'
import { rankBoard } from './rank-board.ts'
import { priceAge } from './ranked-line.ts'
import { IDLE, playerKey } from './run.ts'

const GOOD = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const BAD = [0, 1, 2, 1, 0, 1, 0, 1, 0, 0]
/** P(over 0.5) 63%, P(over 1.5) 26%, P(over 2.5) 8%. */
const FORECAST = aForecast('Hits', 0.63, 0.26, 0.08)

const LINES = answeredLines(
  aLine({ name: 'Hot Hand' }),
  aLine({ name: 'Sound Bat', line: 0.5 }),
  aLine({ name: 'Whole Line', line: 1 }),
  aLine({ name: 'Long Shot', oddsType: 'demon' }),
  aLine({ name: 'Easy One', oddsType: 'goblin', line: 0.5 }),
  aLine({ name: 'Day Off' }),
  aLine({ name: 'Other Stat' }),
  aLine({ name: 'Other Game' }),
  aLine({ name: 'No Runs', statType: 'Runs', line: 0.5 }),
)
const LOGS = [
  start(9),
  aBatter('Hot Hand', GOOD, { forecasts: [aForecast('Runs', 0.9), FORECAST] }),
  aBatter('Sound Bat', BAD, {
    forecasts: [FORECAST],
    forecastGame: { date: '2026-07-18', gamePk: 1 },
  }),
  aBatter('Whole Line', [1, 1, 1], { forecasts: [FORECAST] }),
  aBatter('Long Shot', GOOD, { forecasts: [FORECAST] }),
  aBatter('Easy One', GOOD, { forecasts: [aForecast('Hits', 0.81)] }),
  aBatter('Day Off', GOOD, { forecastMissing: 'no game today or tomorrow' }),
  aBatter('Other Stat', BAD, { forecasts: [aForecast('Runs', 0.4)] }),
  // The line's game begins on July 18 in the league's time.
  aBatter('Other Game', BAD, {
    forecasts: [FORECAST],
    forecastGame: { date: '2026-07-19', gamePk: 1 },
  }),
  withoutRuns(aBatter('No Runs', GOOD, { forecasts: [FORECAST] })),
  end(9),
]

const card = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement)

async function openBoard() {
  const page = openDashboard({ '/api/runs': [aRun], '/api/fetch-lines': [LINES], '/api/game-logs': [LOGS] })
  await page.analyze()
  await page.says('Complete!')
  return page
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('engine forecasts on the Dashboard', () => {
  it('N3: rank the lines by the worth of the best offer, then by probability, then by hit rate', async () => {
    await openBoard()
    // The goblin has no public break-even.
    expect(screen.getByRole('button', { name: '3 Easy One: hit rates' })).toBeDefined()
    expect(names()).toEqual([
      'Hot Hand',
      'Sound Bat',
      'Easy One',
      'Long Shot',
      'Other Game',
      'Other Stat',
      'Day Off',
      // On three games only.
      'Whole Line',
    ])
  })

  it('do not lead on few games, and say so', async () => {
    const { user, analyze, says } = openDashboard({
      '/api/runs': [aRun],
      '/api/fetch-lines': [
        answeredLines(aLine({ name: 'Call Up', line: 0.5 }), aLine({ name: 'Sound Bat', line: 0.5 })),
      ],
      '/api/game-logs': [
        [
          start(2),
          aBatter('Call Up', [1, 1], { forecasts: [aForecast('Hits', 0.85)] }),
          aBatter('Sound Bat', BAD, { forecasts: [FORECAST] }),
          end(2),
        ],
      ],
    })
    await analyze()
    await says('Complete!')
    expect(names()).toEqual(['Sound Bat', 'Call Up'])
    expect(document.querySelectorAll('ol h3')).toHaveLength(1)
    expect(card('Call Up').getByRole('img', { name: /^85 percent likely over/ })).toBeDefined()
    expect(card('Call Up').getByText('Few games')).toBeDefined()
    expect(card('Sound Bat').queryByText('Few games')).toBeNull()
    await user.click(screen.getByRole('button', { name: '2 Call Up: hit rates' }))
    expect(
      card('Call Up').getByText(/ Few games: fewer than 5 this season, so it is not a top pick\./),
    ).toBeDefined()
  })

  it('show what the server sends for the prop, by the price at the best offer', () => {
    const [own = aForecast('Hits'), sent = own] = [aForecast('Hits', 0.9, 0.8), aForecast('Hits', 0.8, 0.52)]
    const { distribution, low, high } = sent
    const quotes = [{ line: 1.5, book: 'quill', title: 'Quill', over: 110, under: null }]
    const shown = {
      distribution,
      low,
      high,
      basis: 'price' as const,
      prices: [{ line: 1.5, books: 8, minutes: 2 }],
      quotes,
    }
    const record = aBatter('Ana', GOOD, { forecasts: [{ ...own, shown }] })
    if (record.type !== 'player') throw new Error('no record')
    const lines = answeredLines(aLine({ name: 'Ana' }), aLine({ name: 'Ana', line: 0.5 }))
    const records = new Map([[playerKey(record), record]])
    const { ranked } = rankBoard(
      { ...IDLE, phase: 'complete', lines, records },
      { window: 10, books: null },
      'All',
    )
    // +110 breaks even at 47.6%, a leg of the payout table at 57.7%.
    expect(
      ranked.map(({ line, forecast, offer }) => [line.line, forecast?.chance, offer?.price?.book]),
    ).toEqual([
      [0.5, 0.8, undefined],
      [1.5, 0.52, 'Quill'],
    ])
    expect(ranked[1]?.offer?.breakEven).toBeCloseTo(1 / 2.1, 9)
    expect(ranked[1]?.offer?.value?.expected).toBeCloseTo(0.52 * 2.1 - 1, 9)
    expect(ranked[1]?.reasoning).toMatch(/^Over 52% likely \(42–62; 8 books\)/)
    expect(ranked.map(({ edge }) => edge)).toEqual([false, false])
    const age = (readAt: number | undefined, now: number) => {
      const [, card] = ranked
      return (
        card?.forecast && priceAge(card.forecast, { ...record, ...(readAt !== undefined && { readAt }) }, now)
      )
    }
    const later = 1_000_000 + 5.5 * 60_000
    expect([age(1_000_000, 1_000_000), age(1_000_000, later), age(undefined, later)]).toEqual([2, 7, null])
  })

  it('call the likelier side regardless of the last ten games, and show both figures', async () => {
    const { user } = await openBoard()
    await user.click(card('Hot Hand').getByRole('button', { name: /: hit rates$/ }))
    expect(card('Hot Hand').getByText('Under 1.5')).toBeDefined()
    expect(card('Hot Hand').getAllByText('2 of 10 under').length).toBeGreaterThan(0)
    expect(
      card('Hot Hand').getByRole('img', {
        name: '74 percent likely under, interval 64 to 84, break-even 57.7',
      }),
    ).toBeDefined()
    expect(
      card('Hot Hand').getByText(
        'Under 74% likely (64–84; line only); under in 2 of the last 10; 2.5 a game against a line of 1.5; 1 of the last 5 under.',
      ),
    ).toBeDefined()
    expect(card('Sound Bat').getByText('Over 0.5')).toBeDefined()
  })

  it('show the fair line with its distance from the line in an expanded card', async () => {
    const { user } = await openBoard()
    for (const [name, text] of [
      // Interpolated: 13 of the 37 points between P(over 0.5) and P(over 1.5) are above 50%.
      ['Sound Bat', 'Fair line 0.9 (+0.4)'],
      ['Hot Hand', /\(−0\.6\)$/],
    ] as const) {
      await user.click(card(name).getByRole('button', { name: /: hit rates$/ }))
      expect(card(name).getByText(/^Fair line/).textContent).toMatch(text)
    }
  })

  it('show the push probability separately, and lower the break-even by it', async () => {
    await openBoard()
    const whole = card('Whole Line')
    expect(whole.getByText('· 37% push')).toBeDefined()
    expect(
      whole.getByRole('img', {
        name: /^37 percent likely (over|under), interval 27 to 47, break-even 38.2, 37 percent push$/,
      }),
    ).toBeDefined()
    expect(whole.getByText('0 of 0 under · 3 push')).toBeDefined()
  })

  it('give goblins and demons no break-even, and never an UNDER', async () => {
    await openBoard()
    expect(
      card('Easy One').getByRole('img', { name: '81 percent likely over, interval 71 to 91' }),
    ).toBeDefined()
    expect(card('Long Shot').getByText('Over 1.5, no call')).toBeDefined()
    expect(
      card('Long Shot').getByRole('img', { name: '26 percent likely over, interval 16 to 36' }),
    ).toBeDefined()
    expect(card('Long Shot').getByRole('button', { name: /^Save Long Shot, over 1.5 Hits/ })).toBeDefined()
  })

  it('give the reason for a missing probability, and show no number', async () => {
    const { user } = await openBoard()
    expect(card('Day Off').getByText('no game today or tomorrow')).toBeDefined()
    expect(card('Day Off').getByText('Over 1.5')).toBeDefined()
    expect(card('Other Stat').getByText('none for this stat')).toBeDefined()
    expect(card('Other Game').getByText('the line is on another game')).toBeDefined()
    expect(card('Other Stat').queryByText('%', { selector: 'span *' })).toBeNull()
    await user.click(card('Other Stat').getByRole('button', { name: /: hit rates$/ }))
    expect(card('Other Stat').getByText(/No probability: none for this stat\.$/)).toBeDefined()
  })

  it('give the reason for a market that the source has no counts of', async () => {
    const { user } = await openBoard()
    await user.click(screen.getByText('Not ranked (1)'))
    expect(await screen.findByText('The source of the game logs lacks counts of this stat.')).toBeDefined()
  })

  it('N2: stay unchanged when the window changes, while the hit rates change', async () => {
    const { choose } = await openBoard()
    const before = card('Sound Bat').getByRole('img', { name: /percent/ }).ariaLabel
    await choose('Game window', '5')
    expect(card('Sound Bat').getByText('2 of 5 over')).toBeDefined()
    expect(card('Sound Bat').getByRole('img', { name: /percent/ }).ariaLabel).toBe(before)
  })

  it('can be sorted by value: points above the break-even, then lines without a public payout', async () => {
    const { user, choose } = await openBoard()
    await choose('Top picks', '1')
    expect(names().slice(0, 3)).toEqual(['Hot Hand', 'Sound Bat', 'Easy One'])
    await user.selectOptions(screen.getByLabelText('Sort'), 'Probability')
    expect(names().slice(0, 3)).toEqual(['Hot Hand', 'Easy One', 'Sound Bat'])
    await user.selectOptions(screen.getByLabelText('Sort'), 'Value')
    expect(names()).toEqual([
      'Hot Hand',
      'Sound Bat',
      'Easy One',
      'Long Shot',
      'Other Game',
      'Other Stat',
      'Day Off',
      // On three games only.
      'Whole Line',
    ])
  })

  it('can be sorted by hit rate', async () => {
    const { user } = await openBoard()
    await user.selectOptions(screen.getByLabelText('Sort'), 'Hit rate')
    expect(names().slice(2)).toEqual([
      'Easy One',
      'Other Game',
      'Other Stat',
      'Day Off',
      'Long Shot',
      'Whole Line',
    ])
  })
})

import { createScriptedShell, refuse } from '@propsight/harness'
import type { CalibrationResponse, RemoteProps } from '@propsight/shared/contracts'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  binsOf,
  gainOver,
  type Market,
  pooledGain,
  trackRecordCsv,
} from '../features/track-record/calibration-bins.ts'
import { listWeaknesses } from '../features/track-record/labels.ts'
import { weightText } from '../features/track-record/sportsbook-prices.tsx'
import { trackRecord } from './extensions.tsx'

const Part = trackRecord.Component as unknown as ComponentType<RemoteProps>

// Loaded before the tests, which would otherwise wait for it longer than for an answer.
await import('../features/track-record/track-record-page.tsx')

const bin = (from: number, n: number, predicted: number | null, happened: number | null) => ({
  from,
  to: from + 0.1,
  n,
  predicted,
  happened,
})
const market = (name: string, engine: number, more: Partial<Market> = {}): Market => ({
  market: name,
  lineup: 'known',
  n: 400,
  baseRate: 0.4,
  brier: { base: 0.25, lastTen: 0.3, season: 0.2, engine },
  logLoss: { base: 0.7, lastTen: 0.8, season: 0.69, engine: 0.68 },
  ece: 0.01,
  bias: 0.002,
  slope: 0.98,
  bins: [bin(0, 0, null, null), bin(0.3, 300, 0.35, 0.36), bin(0.6, 100, 0.65, 0.4)],
  ...more,
})
const RECORD: CalibrationResponse = {
  engine: '2026-11-22',
  data: 'Retrosheet, 2019',
  from: '2019-07-01',
  to: '2019-07-31',
  fittedTo: '2019-06-30',
  madeOn: '2026-11-22',
  markets: [
    market('TB 1.5', 0.19),
    market('HR 0.5', 0.21, { bias: 0.02 }),
    market('TB 1.5', 0.195, { lineup: 'unknown' }),
  ],
  pooled: [
    { lineup: 'known', gain: 0.0071, low: 0.0033, high: 0.0106 },
    { lineup: 'unknown', gain: 0.005, low: -0.001, high: 0.01 },
  ],
  pitchers: [
    {
      stat: 'Pitcher Strikeouts',
      n: 655,
      mae: { season: 1.79, engine: 1.756 },
      rmse: { season: 2.24, engine: 2.21 },
    },
  ],
}
/** Opens the page; the server sends this answer, or what it returns. */
const open = async (answer: unknown, source: { odds?: boolean } = {}) => {
  const { shell } = createScriptedShell({
    answers: {
      dataSource: { kind: 'sample', label: 'Sample data', today: '2026-07-18', season: 2026, ...source },
      api: {
        'GET /api/model/calibration': () => (typeof answer === 'function' ? answer() : answer),
      },
    },
  })
  shell.queryClient.setDefaultOptions({ queries: { retry: false } })
  // The first rendering suspends until the page is loaded.
  await act(async () => render(<Part shell={shell} />))
  return { shell, user: userEvent.setup() }
}
const panel = (name: string) => screen.findByRole('region', { name })
const rows = (of: HTMLElement) =>
  within(of)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))

afterEach(() => onlineManager.setOnline(true))

describe('the statistics of the track record', () => {
  it('pool bins by their forecasts, omit empty ones, and mark deviations beyond chance', () => {
    const [low, high, ...more] = binsOf(RECORD.markets.slice(0, 2))
    expect(more).toEqual([])
    expect(low).toMatchObject({ from: 0.3, n: 600, missed: false })
    expect(low?.predicted).toBeCloseTo(0.35, 9)
    expect(low?.happened).toBeCloseTo(0.36, 9)
    expect(high).toMatchObject({ n: 200, missed: true })
    // Published Wilson interval of 80 of 200 at 95%: 0.3347 to 0.4692.
    expect(high?.interval.low).toBeCloseTo(0.3347, 3)
    expect(high?.interval.high).toBeCloseTo(0.4692, 3)
  })
  it('compute gains as shares of the baseline’s squared error, pooled by forecasts', () => {
    const one = market('TB 1.5', 0.19)
    expect(gainOver(one, 'season')).toBeCloseTo(0.05, 9)
    expect(gainOver(one, 'base')).toBeCloseTo(0.24, 9)
    expect(pooledGain([one, market('HR 0.5', 0.21, { n: 1200 })], 'season')).toBeCloseTo(
      1 - (76 + 252) / 320,
      9,
    )
    expect(pooledGain([], 'season')).toBe(0)
  })
  it('list every weakness, or the weakest market when there is none', () => {
    expect(listWeaknesses(RECORD.markets.slice(0, 2), (one) => binsOf([one]))).toEqual([
      "Home Runs 0.5: no better than the player's own season rate (−5.00%).",
      'Home Runs 0.5 was forecast 2.0 points too high overall.',
      'Total Bases 1.5, forecasts of 60–70%: 65.0% forecast, 40.0% happened (100 forecasts).',
      'Home Runs 0.5, forecasts of 60–70%: 65.0% forecast, 40.0% happened (100 forecasts).',
    ])
    expect(listWeaknesses([market('TB 1.5', 0.19)], () => [])).toEqual([
      "Total Bases 1.5 gains least over the player's own season rate: +5.00%.",
    ])
    expect(
      listWeaknesses([market('TB 1.5', 0.199995)], () => []),
      'a gain shown as zero',
    ).toEqual(["Total Bases 1.5: no better than the player's own season rate (0.00%)."])
  })
  it('escape formulas in the CSV', () => {
    const [heading, first, ...more] = trackRecordCsv({ ...RECORD, data: '=1+1, "2019"' }).split('\r\n')
    expect(heading).toContain('Market,Order known,Forecasts,Went over,Gain over base')
    expect(first).toContain(`2026-11-22,"'=1+1, ""2019""",2019-07-01,2019-07-31,TB 1.5,yes,400,0.4,0.24,`)
    expect(more).toHaveLength(6)
    expect(more.at(-1)).toBe('')
  })
})

describe('the page How good are these numbers?', () => {
  it('N3: shows the comparison with sportsbook prices, whatever it says, and that the gate is closed', async () => {
    const figures = (of: number) => ({
      market: of,
      engine: of + 0.01,
      shown: of,
      shownLineOnly: of + 0.005,
    })
    const market = {
      ...{ market: 'strikeouts, first line', stat: 'Pitcher Strikeouts', price: 'first', n: 1412, days: 55 },
      ...{ logLoss: figures(0.6841), brier: figures(0.2455), ece: figures(0.02), slope: figures(1.07) },
    }
    const bets = { stat: 'Pitcher Strikeouts', price: 'first', rule: 'interval', n: 24, days: 22 }
    const prices = {
      ...{
        engine: '2026-11-24',
        data: 'two books, games from Retrosheet',
        from: '2025-06-03',
        to: '2025-07-31',
        madeOn: '2026-11-24',
      },
      markets: [market],
      bets: [
        {
          ...bets,
          roi: -0.327,
          low: -0.739,
          high: 0.087,
          closing: { value: 0.012, low: -0.003, high: 0.02 },
        },
        { ...bets, rule: 'gate', n: 0, days: 0, roi: null, low: null, high: null, closing: null },
        { ...bets, price: 'close', roi: 0.1, low: -0.2, high: 0.4 },
      ],
    }
    const { user } = await open({ ...RECORD, data: 'other games', prices })
    const region = await panel('Against sportsbook prices')
    expect(region.textContent).toContain('It is closed on all markets, so nothing is recommended.')
    expect(region.textContent).toContain('No bet of these days would have been recommended.')
    expect(rows(region)).toContain('Strikeouts, first line 1,412 55 0.6841 0.6941 0.6841 0.6891')
    expect(rows(region)).toContain(
      'Pitcher Strikeouts, first price 24 22 −32.7% −73.9% to +8.7% +1.2% (−0.3% to +2.0%)',
    )
    expect(rows(region)).toContain('Pitcher Strikeouts, closing price 24 22 +10.0% −20.0% to +40.0% —')
    expect(screen.getByText(/copyrighted by Retrosheet/)).toBeTruthy()
    await user.click(within(region).getByRole('radio', { name: 'Slope' }))
    expect(rows(region)).toContain('Strikeouts, first line 1,412 55 1.07 1.08 1.07 1.07')
  })
  it.each([
    [{ odds: true }, /Where a current price is known, all screens use it\./],
    [{ odds: false }, /No source of odds is configured here, so all screens use the line only\./],
    [{}, /Where a current price is known, all screens use it\./],
  ])('N3: says what counts as evidence by the configured source of odds: %j', async (source, text) => {
    const { engine, from, to, madeOn } = RECORD
    const prices = { engine, data: 'books', from, to, madeOn, markets: [], bets: [] }
    await open({ ...RECORD, prices }, source)
    expect((await panel('Against sportsbook prices')).textContent).toMatch(text)
  })

  it.each([
    [
      [
        { stat: 'Hits', lineOnly: 0, market: null, engine: null },
        { stat: 'Home Runs', lineOnly: 1, market: 0.932, engine: 0.078 },
        { stat: 'Pitcher Strikeouts', lineOnly: 0, market: 0.854, engine: 0.066 },
      ],
      'With a price, 85 to 93% of the books’ log-odds without their margin and 7 to 8% of the engine’s count. Without one, the line is all that is known of Hits and Pitcher Strikeouts. Without one, this share of the engine’s log-odds counts: Home Runs (100%).',
    ],
    [
      [{ stat: 'Hits', lineOnly: 0.356, market: null, engine: null }],
      'Without one, this share of the engine’s log-odds counts: Hits (36%).',
    ],
  ])('says what counts at an offered line by the weights in use: %j', (weights, text) =>
    expect(weightText(weights)).toBe(text),
  )

  it('has no comparison with prices from an older API, and no notice without data of Retrosheet', async () => {
    await open({ ...RECORD, data: 'other games' })
    await panel('In short')
    expect(screen.queryByRole('region', { name: 'Against sportsbook prices' })).toBeNull()
    expect(screen.queryByText(/copyrighted by Retrosheet/)).toBeNull()
  })
  it('begins with a plain summary, and names the data of the evaluation', async () => {
    await open(RECORD)
    const words = (await panel('In short')).textContent
    expect(words).toContain('Of 600 forecasts of 30–40%, 35.0% on average, 36.0% came true.')
    expect(words).toContain(
      "Its error is 0.7% smaller than that of a player's own season rate (95% interval of the gain 0.3% to 1.1%)",
    )
    expect(words).toContain('800 forecasts of 2 markets, Retrosheet, 2019, July 1, 2019 to July 31, 2019.')
    expect(words).toContain('No constant of these markets was fitted on these days')
    expect(screen.getByText(/copyrighted by Retrosheet/).textContent).toContain(
      'The board shows a sample league',
    )
  })

  it('says what the figures say: no sentence of the summary is fixed', async () => {
    const [calibrated] = RECORD.markets
    if (!calibrated) throw new Error('no market')
    const bins = calibrated.bins.map((one) => ({ ...one, happened: one.predicted && one.predicted - 0.1 }))
    const pooled = [{ lineup: 'known' as const, gain: -0.012, low: -0.02, high: -0.004 }]
    await open({ ...RECORD, markets: [{ ...calibrated, bins }], pooled, fittedTo: '2019-07-15' })
    const words = (await panel('In short')).textContent
    expect(words).toContain('Forecasts come true less often than they say.')
    expect(words).toContain('It is worse than plain guesses. Its error is 1.2% larger than')
    expect(words).toContain('Constants of these markets were fitted on days to July 15, 2019')
  })

  it('names the data of each part, weights that no later day has judged, and what was never judged', async () => {
    const prices = { engine: 'x', data: 'Books', from: '2026-04-01', to: '2026-05-31', madeOn: '2026-06-01' }
    const line = { part: 'line', data: 'Books', from: '2025-06-03', to: '2026-05-31' }
    const parks = { part: 'parks', data: 'Retrosheet, 2015 to 2026', from: '2015-04-05', to: '2026-05-31' }
    await open({
      ...RECORD,
      prices: { ...prices, markets: [], bets: [] },
      fitted: [parks, line],
      notJudged: ['Hitter Fantasy Score', 'Hits+Runs+RBIs'],
      notModelled: ['injuries', 'weather'],
    })
    const words = (await panel('What it was fitted on')).textContent
    expect(words).toContain('Parks. Retrosheet, 2015 to 2026, April 5, 2015 to May 31, 2026.')
    expect(words).toContain('So no later day has judged the weights that are used now.')
    expect((await panel('In short')).textContent).toContain(
      'What was never judged. Hitter Fantasy Score, H+R+RBI: no figure of this page covers them.',
    )
    expect((await panel('Where it misses')).textContent).toContain(
      'Not part of a probability: injuries and weather.',
    )
  })

  it('focuses its heading, unless the user has focused something else', async () => {
    const { shell } = await open(RECORD)
    const heading = await screen.findByRole('heading', { name: 'How good are these numbers?' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    cleanup()
    render(
      <>
        <input aria-label="Search" ref={(input) => input?.focus()} />
        <Part shell={shell} />
      </>,
    )
    await screen.findByRole('heading', { name: 'How good are these numbers?' })
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
  })

  it('draws predicted against observed rates, per market and pooled, with a table view', async () => {
    const { user } = await open(RECORD)
    const curve = await screen.findByRole('img', {
      name: /^All markets together: predicted against happened/,
    })
    expect(curve.getAttribute('aria-label')).toContain('1 of them off by more than chance explains')
    const dots = () => curve.parentElement?.querySelectorAll('path[fill="var(--text-1)"]')
    await waitFor(() => expect(dots()).toHaveLength(2))
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    expect(rows(await panel('Forecast and result'))).toEqual([
      'Range Count Forecast Happened 95% interval Apart',
      '30–40% 600 35.0% 36.0% 32.3–39.9 +1.0%',
      '60–70% 200 65.0% 40.0% 33.5–46.9 −25.0%, more than chance',
    ])
    await user.click(screen.getByRole('radio', { name: 'Order unknown' }))
    expect(rows(await panel('Forecast and result'))[1]).toContain('30–40% 300')
  })

  it('compares the engine with baselines, including pitchers, and shows losses', async () => {
    await open(RECORD)
    const gains = await panel('Against plain guesses')
    expect(rows(gains)[1]).toBe('Total Bases 1.5 400 40.0% +24.00% +36.67% +5.00% +0.2% 0.98')
    expect(within(gains).getByText('−5.00%').className).toContain('u-low')
    expect(gains.textContent).toContain('+0.71%, 95% interval +0.33% to +1.06%')
    expect(rows(await panel('Pitchers'))[1]).toBe('Pitcher Strikeouts 655 1.76 1.79 +1.9% 2.21, season 2.24')
    expect((await panel('Where it misses')).textContent).toContain('Home Runs 0.5: no better')
  })

  it('names the games of the pitchers, which differ from those of the batters', async () => {
    const window = { data: 'Invented, 2025', from: '2025-06-01', to: '2025-07-31', fittedTo: '2025-05-31' }
    await open({ ...RECORD, pitchersWindow: window })
    expect((await panel('Pitchers')).textContent).toContain(
      'Invented, 2025, June 1, 2025 to July 31, 2025. The constants of pitchers were fitted on days to May 31, 2025.',
    )
  })

  it('says why a record has no figures of pitchers', async () => {
    await open({ ...RECORD, pitchers: [] })
    const region = await panel('Pitchers')
    expect(region.textContent).toContain('their constants were fitted on some of these days')
    expect(within(region).queryByRole('table')).toBeNull()
  })

  it('shows a loading state, an error with Retry, and an empty state when there is no evaluation', async () => {
    let requests = 0
    const { user } = await open(() => {
      requests += 1
      if (requests === 1) return refuse(503, 'UNAVAILABLE', 'The server is busy.')
      return { ...RECORD, markets: [] }
    })
    expect(await screen.findByRole('status', { name: 'Loading the record' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('The record could not be loaded')
    expect(screen.getByText(/The server is busy\. Boards and probabilities work without it\./)).toBeTruthy()
    expect(screen.getByText(/^Request harness-/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No record yet')).toBeTruthy()
  })

  it('shows a notice when the browser is offline', async () => {
    onlineManager.setOnline(false)
    await open(RECORD)
    expect(await screen.findByText('You are offline')).toBeTruthy()
  })
})

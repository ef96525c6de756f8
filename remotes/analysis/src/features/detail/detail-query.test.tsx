import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aDetail } from '../../testing/answers.ts'
import { apiError } from '../../testing/fake-server.ts'
import { openDetail, RUN_ID } from '../../testing/open-detail.tsx'
import { aBatter, aForecast, aLine } from '../../testing/players.ts'

const forecast = aForecast('Hits', 0.9, 0.81, 0.3)
const ann = aBatter('Ann Ace', [2, 0, 4, 2, 3, 2, 5, 1, 2, 4], { forecasts: [forecast] })
/** Nothing but the engine's forecast is known. */
const alone = { ...forecast, shown: undefined }
const annAlone = aBatter('Ann Ace', [2, 0, 4, 2, 3, 2, 5, 1, 2, 4], { forecasts: [alone] })
const line = aLine({ name: 'Ann Ace' })
const rows = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))

afterEach(() => onlineManager.setOnline(true))

describe('N12: the detail view with data of the server', () => {
  it('requests the data once per run and player, even when the player is opened again', async () => {
    const { server, rerender, props, Detail } = openDetail(ann, [line], aDetail(forecast))
    await screen.findByText('Gareth Lindqvist')
    rerender(<p>the board</p>)
    rerender(<Detail {...props} />)
    expect(screen.getByText('Gareth Lindqvist')).toBeTruthy()
    expect(server.callsTo('/api/player-detail').map(({ request }) => request)).toMatchObject([
      { method: 'POST', body: { runId: RUN_ID, player: { name: 'Ann Ace', team: 'SEA', group: 'hitting' } } },
    ])
  })

  it('requests the data of the game of the line, and shows its forecast, on a day with two games', async () => {
    const date = '2026-07-18'
    const twice = aBatter('Ann Ace', [2, 0, 4, 2, 3, 2, 5, 1, 2, 4], {
      forecasts: [forecast],
      forecastGame: { date, gamePk: 1, certain: false },
      otherGames: [
        { forecasts: [aForecast('Hits', 0.7, 0.44, 0.1)], forecastGame: { date, gamePk: 2, certain: false } },
      ],
    })
    const onSecond = aLine({ name: 'Ann Ace', gamePk: 2 })
    const { server } = openDetail(twice, [onSecond], aDetail(forecast))
    await screen.findByText('Gareth Lindqvist')
    expect(server.callsTo('/api/player-detail').map(({ request }) => request.body)).toMatchObject([
      { gamePk: 2 },
    ])
    expect(screen.getByText('Fair line').closest('section')?.textContent).toContain('56%')
  })

  it.each([
    ['the only game of the day', { date: '2026-07-18', gamePk: 1 }, 1, undefined],
    ['a game that has begun', { date: '2026-07-18', gamePk: 2 }, 1, 1],
    ['a game that is not certain', { date: '2026-07-18', gamePk: 1, certain: false }, null, undefined],
    ['a game of an older API', undefined, 1, undefined],
  ])('names the game of the line in the request for %s', async (_, forecastGame, gamePk, sent) => {
    const once = aBatter('Ann Ace', [2, 0, 4, 2, 3], {
      forecasts: [forecast],
      ...(forecastGame && { forecastGame }),
    })
    const { server } = openDetail(once, [aLine({ name: 'Ann Ace', gamePk })], aDetail(forecast))
    await screen.findByText('Gareth Lindqvist')
    const bodies = server
      .callsTo('/api/player-detail')
      .map(({ request }) => request.body as { gamePk?: number })
    expect(bodies.map((body) => body.gamePk)).toEqual([sent])
  })

  it('asks about the next game if the API does not know the field of the game', async () => {
    const record = aBatter('Ann Ace', [2, 0, 4, 2, 3], {
      forecasts: [forecast],
      forecastGame: { date: '2026-07-18', gamePk: 1 },
    })
    const refused = apiError('Unrecognized key: "gamePk"', 400, 'BAD_REQUEST')
    const onSecond = aLine({ name: 'Ann Ace', gamePk: 2 })
    const { server } = openDetail(record, [onSecond], ({ request }) =>
      (request.body as { gamePk?: number }).gamePk ? refused : aDetail(forecast),
    )
    await screen.findByText('Gareth Lindqvist')
    const bodies = server
      .callsTo('/api/player-detail')
      .map(({ request }) => request.body as { gamePk?: number })
    expect(bodies.map(({ gamePk }) => gamePk)).toEqual([2, undefined])
  })

  it('shows the opposing pitcher with a graded ERA and a head-to-head verdict', async () => {
    const { panel } = openDetail(ann, [line], aDetail(forecast))
    await screen.findByText('Gareth Lindqvist')
    const pitcher = panel('Opposing Pitcher')
    expect(pitcher.textContent).toContain('LHP · TEX · 5–8')
    expect(rows(pitcher)).toEqual(['ERA WHIP K K/9 H/9', '4.81 1.48 78 7.1 9.6'])
    expect(within(pitcher).getByText('4.81').className).toBe('u-low')
    expect(pitcher.textContent).toContain('history: 6 for 17, dominates')
  })

  it('shows the hitting averages of the season and against each hand, including RBI', async () => {
    const { panel } = openDetail(ann, [line], aDetail(forecast))
    await screen.findByText('Gareth Lindqvist')
    expect(rows(panel('Hitting averages'))).toEqual([
      'Split AB H HR RBI BB AVG OBP SLG OPS',
      'Season 261 74 3 12 9 .284 .361 .498 .859',
      'vs LHP 87 27 3 12 9 .310 .361 .498 .859',
      'vs RHP 174 47 3 12 9 .270 .361 .498 .859',
    ])
  })

  it('shows the probability by factor, in points that sum to the displayed probability', async () => {
    const { panel, user } = openDetail(annAlone, [line], aDetail(alone))
    const why = await screen.findByRole('region', { name: 'Why 81%' })
    await screen.findByText('Average batter')
    const points = rows(why).slice(1)
    expect(points[0]).toMatch(/^Average batterthe league of the last 30 days .*58\.0%$/)
    expect(points[1]).toMatch(/\+27\.0$/)
    expect(points[2]).toMatch(/−4\.0$/)
    expect(points[3]).toMatch(/^Calibrated probability of over 1\.5 .*81\.0%$/)
    await user.click(within(why).getByRole('radio', { name: 'Table' }))
    expect(rows(panel('Why 81%'))[2]).toMatch(/85\.0% \+27\.0$/)
  })

  it('counts line or prices as the last factor, and ends at the displayed probability', async () => {
    const { distribution, low, high } = aForecast('Total Bases', 0.8, 0.667, 0.2)
    const shown = { distribution, low, high, basis: 'line' as const, prices: [] }
    const strikeouts = { ...aForecast('Total Bases', 0.9, 0.8, 0.3), shown }
    const moving = aLine({ name: 'Ann Ace', line: 1.5, statType: 'Total Bases' })
    const batter = aBatter('Ann Ace', [2, 0, 4, 2, 3, 2, 5, 1, 2, 4], { forecasts: [strikeouts] })
    openDetail(batter, [moving], aDetail(strikeouts))
    const why = await screen.findByRole('region', { name: 'Why 67%' })
    await screen.findByText('Average batter')
    const points = rows(why).slice(1)
    expect(points[3]).toMatch(/^The offered linenearly the same for all players.*−13\.3$/)
    expect(points[4]).toMatch(/66\.7%$/)
    expect(screen.getByText('line only · our model alone says 80%')).toBeTruthy()
  })

  it('shows a notice when the figures are newer than the board', async () => {
    const later = { ...alone, distribution: { least: 0, atLeast: [1, 0.9, 0.7, 0.3] } }
    openDetail(annAlone, [line], aDetail(later))
    expect(await screen.findByRole('region', { name: 'Why 70%' })).toBeTruthy()
    expect(screen.getByText(/Newer than the board, which says 81%/)).toBeTruthy()
  })

  it('expands the AI Player Analysis where four lines do not hold it', async () => {
    const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100)
    const { user, panel } = openDetail(ann, [line], aDetail(forecast))
    const button = await screen.findByRole('button', { name: 'Show more' })
    const text = panel('AI Player Analysis').querySelector('p')
    expect(button.getAttribute('aria-controls')).toBe(text?.id)
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(text?.className).toContain('clamped')
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
    expect(text?.className).not.toContain('clamped')
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    height.mockReturnValue(0)
    window.dispatchEvent(new Event('resize'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
    height.mockRestore()
  })

  it('writes the AI Player Analysis from computed facts when no model chose sentences', async () => {
    const first = openDetail(ann, [line], aDetail(forecast))
    await screen.findByText('Gareth Lindqvist')
    await waitFor(() =>
      expect(first.panel('AI Player Analysis').textContent).toContain(
        'Ann Ace has gone over 1.5 in 8 of the last 10, averaging 2.5. The probability of over 1.5 is 81% (71–91).',
      ),
    )
    expect(screen.getByText('from computed figures only')).toBeTruthy()
  })

  it('shows the text that a model chose only for the line that it describes', async () => {
    const advice = { text: 'He has cleared 1.5 in eight of ten.', by: 'a model' }
    const { user } = openDetail(ann, [line], aDetail(forecast), { advice })
    expect(screen.getByText('He has cleared 1.5 in eight of ten.')).toBeTruthy()
    expect(screen.getByText('sentences chosen by a model')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More Line' }))
    await waitFor(() => expect(screen.queryByText('He has cleared 1.5 in eight of ten.')).toBeNull())
  })

  it('shows busy placeholders while it loads', () => {
    const { panel } = openDetail(ann, [line], () => new Promise(() => undefined))
    for (const name of ['Opposing Pitcher', 'Hitting averages', 'AI Player Analysis', 'Why 81%']) {
      expect(panel(name).querySelector('[aria-busy="true"]'), name).not.toBeNull()
    }
  })

  it('shows on failure the missing parts, the working parts and the cost, and loads on Retry', async () => {
    const refused = apiError(
      'The baseball stats service is not answering.',
      503,
      'UPSTREAM_UNAVAILABLE',
      'req-9',
    )
    let requests = 0
    const { user } = openDetail(ann, [line], () => {
      requests += 1
      if (requests === 1) throw refused
      return aDetail(forecast)
    })
    expect(await screen.findByText('Pitcher, averages and reasons could not be loaded.')).toBeTruthy()
    const notice = screen.getByText(/The baseball stats service is not answering\./)
    expect(notice.textContent).toContain('Games, chart and probability still work.')
    expect(notice.textContent).toContain('No credit was used.')
    expect(notice.textContent).toContain('Request req-9.')
    expect(screen.getByRole('slider', { name: 'Line' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Gareth Lindqvist')).toBeTruthy()
    expect(screen.queryByText('Pitcher, averages and reasons could not be loaded.')).toBeNull()
  })

  it('offers no retry when the run is over', async () => {
    openDetail(ann, [line], apiError('This run is over.', 403, 'RUN_REQUIRED'))
    expect(await screen.findByText(/This run is over\. Analyze again to load them\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('tells what the totals of the league count beside the games of the page', async () => {
    const totals = 'The league counts a game that is not over here. No other number on this page does.'
    openDetail(ann, [line], aDetail(forecast, { missing: { totals } }))
    expect(await screen.findByText(totals)).toBeTruthy()
  })

  it('shows a reason in each missing part', async () => {
    const detail = aDetail(forecast, {
      opposingPitcher: null,
      hitting: null,
      why: [],
      starterHands: {},
      missing: {
        opposingPitcher: 'No game today or tomorrow.',
        hitting: 'The baseball stats service is not answering.',
        why: 'The schedule could not be read.',
      },
    })
    const { panel } = openDetail(ann, [line], detail)
    expect(await within(panel('Opposing Pitcher')).findByText(/No game today or tomorrow\./)).toBeTruthy()
    expect(panel('Hitting averages').textContent).toContain('The baseball stats service is not answering.')
    expect(await within(panel('Why 81%')).findByText(/The schedule could not be read\./)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'vs hand' }).disabled).toBe(true)
  })

  it('sends no request while offline, shows a notice, and loads when the connection is back', async () => {
    onlineManager.setOnline(false)
    const { server } = openDetail(ann, [line], aDetail(forecast))
    expect(screen.getByText('You are offline.')).toBeTruthy()
    expect(server.calls).toHaveLength(0)
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('Gareth Lindqvist')).toBeTruthy()
    expect(screen.queryByText('You are offline.')).toBeNull()
  })

  it('shows the age of a stale answer', async () => {
    openDetail(
      ann,
      [line],
      aDetail(forecast, { stale: true, readAt: new Date(Date.now() - 720_000).toISOString() }),
    )
    expect(await screen.findByText('This data may be out of date.')).toBeTruthy()
    expect(screen.getByText(/The league’s data cannot be reached, last read 12 min ago\./)).toBeTruthy()
  })

  it('sends no request without a run', () => {
    const { server } = openDetail(ann, [line], aDetail(forecast), { runId: null })
    expect(server.calls).toHaveLength(0)
    expect(screen.getByText('Pitcher, averages and reasons are missing.')).toBeTruthy()
  })
})

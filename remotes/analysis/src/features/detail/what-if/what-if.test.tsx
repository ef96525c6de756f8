import type { WhatIf } from '@propsight/shared/contracts'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { aDetail } from '../../../testing/answers.ts'
import { apiError } from '../../../testing/fake-server.ts'
import { openDetail, RUN_ID } from '../../../testing/open-detail.tsx'
import { aBatter, aForecast, aLine } from '../../../testing/players.ts'
import { WhatIfControlsPart } from './what-if-panel.tsx'

const forecast = aForecast('Hits', 0.81, 0.6, 0.3)
const ann = aBatter('Ann Ace', [2, 0, 4, 2, 3, 2, 5, 1, 2, 4], { forecasts: [forecast], engine: 'engine-9' })
const line = aLine({ name: 'Ann Ace', line: 0.5 })

/** The answer of the server, with this chance of a hit. */
const anAnswer = (over: number, part: Partial<WhatIf> = {}): WhatIf => {
  const changed = aForecast('Hits', over, 0.5, 0.2)
  return {
    forecasts: [changed],
    why: [
      {
        stat: 'Hits',
        steps: [{ factor: 'opposing starter', note: 'under settings', distribution: changed.distribution }],
      },
    ],
    engine: 'engine-9',
    assumed: { starterId: 7, slot: 3, lineup: null, weather: { temperatureF: 76.4, windOutMph: -4.2 } },
    starters: [
      { personId: 7, name: 'Gareth Lindqvist', throws: 'L', starts: 12 },
      { personId: 8, name: 'Theo Marchetti', throws: 'R', starts: 1 },
    ],
    unmoved: { temperature: [], wind: ['Hits'] },
    ...part,
  }
}

async function open(...answers: unknown[]) {
  const opened = openDetail(ann, [line], aDetail(forecast), {}, answers)
  await act(() => WhatIfControlsPart.preload())
  const { user } = opened
  await user.click(screen.getByRole('button', { name: 'Change the what-if settings' }))
  const bodies = () => opened.server.callsTo('/api/what-if').map(({ request }) => request.body)
  const verdict = () => screen.getByText('Fair line').closest('section')?.textContent ?? ''
  return { ...opened, bodies, verdict }
}
const banner = () => screen.queryByText('Your settings.')?.closest('p')?.textContent ?? null

afterEach(() => onlineManager.setOnline(true))

describe('N12: the what-if of the detail view', () => {
  it('requests the choices when it opens and leaves all numbers as they are', async () => {
    const { bodies, verdict } = await open(anAnswer(0.2))
    expect(await screen.findByLabelText('Opposing starter')).toBeDefined()
    expect(bodies()).toEqual([
      { runId: RUN_ID, player: { name: 'Ann Ace', team: 'SEA', group: 'hitting' }, changes: {} },
    ])
    const starter = screen.getByLabelText<HTMLSelectElement>('Opposing starter')
    expect([...starter.options].map(({ text }) => text)).toEqual([
      'None announced',
      'Gareth Lindqvist · LHP · announced',
      'Theo Marchetti · RHP · 1 start',
    ])
    expect(starter.value).toBe('7')
    expect(screen.getByLabelText<HTMLSelectElement>('Place in the order').value).toBe('3')
    expect(verdict()).toContain('81%')
    expect(banner()).toBeNull()
    expect(screen.queryByText('Your settings')).toBeNull()
  })

  it('is about the game of the line on a day with two games', async () => {
    const date = '2026-07-18'
    const twice = {
      ...ann,
      forecastGame: { date, gamePk: 1, certain: false },
      otherGames: [{ forecasts: [forecast], forecastGame: { date, gamePk: 2, certain: false } }],
    } as typeof ann
    const opened = openDetail(twice, [{ ...line, gamePk: 2 }], aDetail(forecast), {}, [anAnswer(0.2)])
    await act(() => WhatIfControlsPart.preload())
    await opened.user.click(screen.getByRole('button', { name: 'Change the what-if settings' }))
    await screen.findByLabelText('Opposing starter')
    expect(opened.server.callsTo('/api/what-if').map(({ request }) => request.body)).toMatchObject([
      { gamePk: 2, changes: {} },
    ])
  })

  it('shows every number under the settings, marked, and the forecast again after Reset', async () => {
    const { user, bodies, verdict, panel } = await open(anAnswer(0.81), anAnswer(0.55))
    await user.selectOptions(await screen.findByLabelText('Opposing starter'), '8')
    await waitFor(() => expect(verdict()).toContain('55%'))
    expect(bodies()).toHaveLength(2)
    expect(bodies()[1]).toMatchObject({ changes: { starterId: 8 } })
    expect(banner()).toContain('They are not stored: Save keeps the unchanged forecast.')
    expect(verdict()).toContain('Your settings')
    const why = await screen.findByRole('region', { name: 'Why 55%' })
    expect(within(why).getByText('under settings')).toBeDefined()
    expect(within(panel('Alternate lines')).getByText('Your settings')).toBeDefined()
    expect(await screen.findByText(/The probability of over 0.5 is 55%/)).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Reset settings' })[0] as HTMLElement)
    expect(verdict()).toContain('81%')
    expect(banner()).toBeNull()
    expect(screen.queryByText('Your settings')).toBeNull()
  })

  it('sends one request for settings that change quickly, with the last of them', async () => {
    const { bodies, verdict } = await open(anAnswer(0.81), anAnswer(0.6))
    const hotter = await screen.findByRole('button', { name: 'More Temperature' })
    // In one task, so that the duration of a render cannot separate them.
    for (let click = 0; click < 3; click++) fireEvent.click(hotter)
    await waitFor(() => expect(verdict()).toContain('60%'))
    expect(bodies()).toHaveLength(2)
    expect(bodies()[1]).toMatchObject({ changes: { temperatureF: 91 } })
  })

  it('sets speed and direction of the wind by keyboard, from the usual wind', async () => {
    const { user, bodies } = await open(anAnswer(0.81), anAnswer(0.6))
    const speed = await screen.findByRole('spinbutton', { name: 'Wind' })
    expect(speed.getAttribute('aria-valuetext')).toBe('4 mph')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'In' }).checked).toBe(true)
    speed.focus()
    await user.keyboard('{ArrowUp}')
    await user.click(screen.getByRole('radio', { name: 'Out' }))
    await waitFor(() =>
      expect(bodies().at(-1)).toMatchObject({ changes: { wind: { mph: 9, direction: 'out' } } }),
    )
  })

  it('says which setting does not change the market, and that a park has no usual weather', async () => {
    await open(anAnswer(0.81))
    expect(await screen.findByText(/Wind does not change Hits: past games show no effect\./)).toBeDefined()
    expect(screen.getByText(/76 °F, wind 4 mph in/)).toBeDefined()
  })

  it('has no weather settings in a park whose usual weather is unknown', async () => {
    const assumed = { starterId: 7, slot: 3, lineup: null, weather: null }
    await open(anAnswer(0.81, { assumed }))
    expect(await screen.findByText(/The usual weather of this park is not known/)).toBeDefined()
    expect(screen.queryByRole('spinbutton', { name: 'Temperature' })).toBeNull()
  })

  it('shows the unchanged forecast with the reason when a request fails, and repeats it', async () => {
    const { user, verdict } = await open(
      anAnswer(0.81),
      apiError('The league is not answering.', 503, 'UPSTREAM_UNAVAILABLE'),
      anAnswer(0.55),
    )
    await user.selectOptions(await screen.findByLabelText('Place in the order'), '9')
    expect(await screen.findByText('The league is not answering.')).toBeDefined()
    expect(banner()).toContain('could not be applied. The page shows the unchanged forecast.')
    expect(verdict()).toContain('81%')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(verdict()).toContain('55%'))
  })

  it('waits for the connection when it opens offline', async () => {
    onlineManager.setOnline(false)
    const { bodies } = await open(anAnswer(0.81))
    expect(await screen.findByText(/The settings load when you are back/)).toBeDefined()
    expect(bodies()).toEqual([])
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByLabelText('Opposing starter')).toBeDefined()
  })

  it('saves the card of the board while settings are active', async () => {
    const { user, verdict } = await open(anAnswer(0.81), anAnswer(0.55))
    await user.selectOptions(await screen.findByLabelText('Place in the order'), '9')
    await waitFor(() => expect(verdict()).toContain('55%'))
    expect(screen.getByRole('button', { name: 'Save 0.5' })).toBeDefined()
  })

  it('cannot open without a run', () => {
    openDetail(ann, [line], aDetail(forecast), { runId: null })
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Change the what-if settings' }).disabled,
    ).toBe(true)
  })
})

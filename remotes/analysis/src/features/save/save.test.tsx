import { pickSchema } from '@propsight/shared/contracts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answeredLines, aRun } from '../../testing/fake-server.ts'
import { openDashboard } from '../../testing/open-dashboard.tsx'
import { aBatter, aForecast, aLine, end, start } from '../../testing/players.ts'

const HITS = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const SCRIPT = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [answeredLines(aLine({ name: 'Mateo Villareal' }))],
}

const FORECAST = { forecasts: [aForecast('Hits', 0.86, 0.634, 0.22)], engine: '2026.11.22' }

async function openBoard(told: Parameters<typeof aBatter>[2] = {}) {
  const page = openDashboard({
    ...SCRIPT,
    '/api/game-logs': [[start(1), aBatter('Mateo Villareal', HITS, told), end(1)]],
  })
  await page.analyze()
  await page.says('Complete!')
  return page
}

const button = () => screen.getByRole('button', { name: /^Save Mateo Villareal, over 1.5 Hits/ })
const isSaved = (saved: boolean) =>
  waitFor(() => expect(button().getAttribute('aria-pressed')).toBe(String(saved)))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('saving a pick', () => {
  it('N11, P1: stores the engine’s forecast, with a reason for every empty field', async () => {
    const { user, picks } = await openBoard(FORECAST)
    await user.click(button())
    await isSaved(true)
    expect(picks.rows[0]).toMatchObject({ confidence: 63, projected_total: 1.7 })
    const pick = pickSchema.parse(picks.rows[0]?.pick)
    expect(pick).toMatchObject({
      confidence: 63,
      forecast: { low: 53, high: 73, push: 0, fairLine: 1.8, engine: '2026.11.22' },
      projectedStatLine: '1.7 Hits, expected',
      bettingAnalysis: { projectedTotal: 1.7, recommendation: 'OVER', bettingLine: 1.5 },
      overHitPercentage: 80,
    })
    expect(Object.keys(pick.unavailable)).not.toContain('confidence')
    expect(Object.keys(pick.unavailable)).not.toContain('projectedTotal')
  })

  it('N11: without a forecast stores every other field, with a reason for every empty one', async () => {
    const { user, picks } = await openBoard()
    await user.click(button())
    await isSaved(true)
    const pick = pickSchema.parse(picks.rows[0]?.pick)
    expect(pick).toMatchObject({
      playerName: 'Mateo Villareal',
      originalStats: '1.5 More Hits',
      projectedStatLine: '2.5 Hits, average of the last 10',
      bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
      confidence: null,
      overHitPercentage: 80,
      sample: { window: 10, over: 8, under: 2, push: 0 },
      recentForm: '2.8 a game over the last 5, 2.5 over the last 10: rising',
      source: 'sample',
    })
    expect(Date.parse(pick.expiresAt) - Date.parse(pick.createdAt)).toBe(20 * 3_600_000)
    expect(pick.games.map((game) => game.value)).toEqual(HITS)
    expect(pick.unavailable.confidence).toBe('No probability: the server gives none yet.')
    const empty = Object.entries(pick).filter(([, value]) => value === null)
    for (const [field] of empty) expect(pick.unavailable).toHaveProperty(field)
  })

  it('shows the pick as saved at once with a toast, and removes it by Undo', async () => {
    const { user, picks, toasts } = await openBoard()
    await user.click(button())
    await isSaved(true)
    await waitFor(() => expect(toasts.map((toast) => toast.message)).toEqual(['Pick saved']))
    toasts[0]?.action?.run()
    await isSaved(false)
    await waitFor(() => expect(picks.rows).toHaveLength(0))
  })

  it('is still shown as saved after a reload', async () => {
    const page = await openBoard()
    await page.user.click(button())
    await isSaved(true)
    await waitFor(() => expect(page.picks.rows).toHaveLength(1))
    page.reload()
    await page.says('Complete!')
    await isSaved(true)
  })

  it('reverts when the server refuses the write, and saves on Retry', async () => {
    const { user, picks, toasts } = await openBoard()
    picks.trouble.writes = 1
    await user.click(button())
    await waitFor(() => expect(toasts.map((toast) => toast.message)).toEqual(['Failed to save pick']))
    await isSaved(false)
    expect(picks.rows).toHaveLength(0)
    expect(toasts[0]?.action?.label).toBe('Retry')
    toasts[0]?.action?.run()
    await isSaved(true)
    await waitFor(() => expect(picks.rows).toHaveLength(1))
  })

  it('removes a saved pick by the same button, and restores it by Undo', async () => {
    const { user, picks, toasts } = await openBoard()
    await user.click(button())
    await waitFor(() => expect(toasts).toHaveLength(1))
    await user.click(button())
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('Pick removed'))
    expect(picks.rows).toHaveLength(0)
    toasts.at(-1)?.action?.run()
    await waitFor(() => expect(picks.rows).toHaveLength(1))
    await isSaved(true)
  })
})

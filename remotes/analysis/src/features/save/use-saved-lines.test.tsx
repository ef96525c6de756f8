import { pickStoreOf, ShellProvider } from '@propsight/shared/client'
import { type Pick, type PlayerDetail, pickSchema } from '@propsight/shared/contracts'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RankedLine } from '../../state/ranked-line.ts'
import { aDetail } from '../../testing/answers.ts'
import { answeredLines, apiError, aRun, fakeServer } from '../../testing/fake-server.ts'
import { openBoard } from '../../testing/open-dashboard.tsx'
import { openShell } from '../../testing/open-shell.ts'
import { aBatter, aForecast, aLine, end, start } from '../../testing/players.ts'
import { useSavedLines } from './use-saved-lines.ts'

const HITS = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const SCRIPT = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [answeredLines(aLine({ name: 'Mateo Villareal' }))],
}

const HITS_FORECAST = aForecast('Hits', 0.86, 0.634, 0.22)
const FORECAST = { forecasts: [HITS_FORECAST], engine: '2026.11.22' }

const demons = ['Ana', 'Bo', 'Cy']
/** A board of demon lines, for all of which the under is more likely. */
const DEMONS = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [
    answeredLines(
      ...demons.map((name) => aLine({ name, statType: 'Home Runs', line: 0.5, oddsType: 'demon' })),
    ),
  ],
  '/api/game-logs': [
    [
      start(3),
      ...demons.map((name) => aBatter(name, HITS, { forecasts: [aForecast('Home Runs', 0.12)] })),
      end(3),
    ],
  ],
}

const away = apiError('Away', 503, 'SERVER_ERROR')
const synced = { success: true, added: [], gone: [] }

const openPlayerBoard = (
  fields: Parameters<typeof aBatter>[2] = {},
  detail?: PlayerDetail,
  syncAnswers: unknown[] = [synced],
) =>
  openBoard({
    ...SCRIPT,
    '/api/sync-picks': syncAnswers,
    ...(detail && { '/api/player-detail': [detail] }),
    '/api/game-logs': [[start(1), aBatter('Mateo Villareal', HITS, fields), end(1)]],
  })

const button = () => screen.getByRole('button', { name: /^Save Mateo Villareal, over 1.5 Hits/ })
const isSaved = (saved: boolean) =>
  waitFor(() => expect(button().getAttribute('aria-pressed')).toBe(String(saved)))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('saving a pick', () => {
  it('N11, P1: stores the engine’s forecast, with a reason for every empty field', async () => {
    const { user, picks } = await openPlayerBoard(FORECAST)
    await user.click(button())
    await isSaved(true)
    expect(picks()[0]).toMatchObject({ confidence: 63, projected_total: 1.7 })
    const pick = pickSchema.parse(picks()[0]?.pick)
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
    const { user, picks } = await openPlayerBoard()
    await user.click(button())
    await isSaved(true)
    const pick = pickSchema.parse(picks()[0]?.pick)
    expect(pick).toMatchObject({
      playerName: 'Mateo Villareal',
      originalStats: '1.5 More Hits',
      projectedStatLine: '2.5 Hits, average of the last 10',
      bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
      confidence: null,
      overHitPercentage: 80,
      sample: { window: 10, over: 8, under: 2, push: 0 },
      recentForm: '2.8 a game over the last 5, 2.5 over the last 10: rising, for the over',
      source: 'sample',
    })
    expect(Date.parse(pick.expiresAt) - Date.parse(pick.createdAt)).toBe(20 * 3_600_000)
    expect(pick.games.map((game) => game.value)).toEqual(HITS)
    expect(pick.unavailable.confidence).toBe('No probability: the server gives none yet.')
    const empty = Object.entries(pick).filter(([, value]) => value === null)
    for (const [field] of empty) expect(pick.unavailable).toHaveProperty(field)
  })

  it('P6: fills stadium factors, summary and opponent fields, or stores the reason for an empty one', async () => {
    const { user, picks } = await openPlayerBoard(FORECAST)
    await user.click(button())
    await isSaved(true)
    const pick = pickSchema.parse(picks()[0]?.pick)
    expect(pick).toMatchObject({
      detailedStats: {
        summary: '8 over and 2 under 1.5 Hits in the last 10 games, 2.5 a game.',
        error: null,
      },
      unavailable: {
        stadiumFactors: 'The park factors of T-Mobile Park, Seattle were not known when the pick was saved.',
        handednessAdvantage: 'The park factors do not split left- and right-handed batters.',
        batterVsPitcherHistory:
          'Past meetings are in the player’s detail view, which was not open when this pick was saved.',
        opposingPitcher: 'No opposing starter was announced.',
      },
    })
    expect(JSON.stringify(pick.unavailable)).not.toContain('Not told apart')
  })

  it('P6: stores the pitcher, past meetings and factors that the detail view has loaded', async () => {
    const starter = {
      factor: 'opposing starter',
      note: 'left-hander, ERA 4.81',
      distribution: HITS_FORECAST.distribution,
    }
    const detail = aDetail(HITS_FORECAST, { why: [{ stat: 'Hits', steps: [starter] }] })
    const { user, picks } = await openPlayerBoard(FORECAST, detail)
    await user.click(screen.getByText('Mateo Villareal'))
    await screen.findByText('Gareth Lindqvist')
    await user.click(button())
    await isSaved(true)
    const pick = pickSchema.parse(picks()[0]?.pick)
    expect(pick.opposingPitcher).toEqual(detail.opposingPitcher)
    expect(pick.batterVsPitcherHistory).toEqual(detail.vsPitcher)
    expect(pick.defensiveAnalysis).toBe('Opposing starter: left-hander, ERA 4.81.')
    for (const part of ['opposingPitcher', 'batterVsPitcherHistory', 'defensiveAnalysis'])
      expect(pick.unavailable).not.toHaveProperty(part)
  })

  it('shows the pick as saved at once with a toast, and removes it by Undo', async () => {
    const { user, picks, toasts } = await openPlayerBoard()
    await user.click(button())
    await isSaved(true)
    await waitFor(() => expect(toasts().map((toast) => toast.message)).toEqual(['Pick saved']))
    toasts()[0]?.action?.run()
    await isSaved(false)
    await waitFor(() => expect(picks()).toHaveLength(0))
  })

  it('N11: is offered for the over of demon lines, with its probability and without a call', async () => {
    const page = await openBoard(DEMONS)
    const card = within(screen.getByRole('link', { name: 'Ana' }).closest('[data-card]') as HTMLElement)
    expect(card.getByText('Over 0.5, no call')).toBeDefined()
    expect(card.getByRole('img', { name: '12 percent likely over, interval 2 to 22' })).toBeDefined()
    await page.user.click(card.getByRole('button', { name: /: hit rates$/ }))
    expect(card.getByText(/The book takes More only on this line, so there is no call\.$/)).toBeDefined()
    expect(screen.getAllByRole('button', { name: /^Save / })).toHaveLength(3)
    await page.user.click(card.getByRole('button', { name: /^Save Ana, over 0.5 Home Runs/ }))
    await waitFor(() => expect(page.picks()).toHaveLength(1))
    const pick = pickSchema.parse(page.picks()[0]?.pick)
    expect(pick).toMatchObject({
      confidence: 12,
      oddsType: 'demon',
      bettingAnalysis: { recommendation: 'OVER', bettingLine: 0.5 },
    })
    expect(pick.reasoning).toMatch(/so there is no call\.$/)
  })

  it('N11: works for demon lines by keyboard, in the comparison and in the detail view', async () => {
    const page = await openBoard(DEMONS)
    await page.user.keyboard('js')
    await waitFor(() => expect(page.picks()).toHaveLength(1))
    await page.user.keyboard('cjc')
    await page.user.click(screen.getByRole('button', { name: 'Compare 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare 2 lines' }))
    expect(dialog.getAllByText('Over 0.5, no call')).toHaveLength(2)
    await page.user.click(dialog.getByRole('button', { name: /^Save Bo, over 0.5 Home Runs/ }))
    await waitFor(() => expect(page.picks()).toHaveLength(2))
    await page.user.click(dialog.getByRole('button', { name: 'Close' }))
    await page.user.click(screen.getByRole('link', { name: 'Cy' }))
    await screen.findByRole('heading', { level: 1, name: 'Cy' })
    const verdict = screen.getByRole('heading', { name: 'Line and confidence' }).parentElement
    expect(verdict?.textContent).toContain('Over 0.5, no call')
    await page.user.click(screen.getByRole('button', { name: /^Save Cy, over 0.5 Home Runs/ }))
    await waitFor(() => expect(page.picks()).toHaveLength(3))
  })

  it('N11: treats demon lines as overs in the side filter', async () => {
    const page = await openBoard(DEMONS)
    await page.user.click(screen.getByRole('radio', { name: 'Over' }))
    expect(screen.getByText('3 lines')).toBeDefined()
    await page.user.click(screen.getByRole('radio', { name: 'Under' }))
    expect(screen.getByText('0 of 3 lines')).toBeDefined()
  })

  it('survives a reload: the button still shows the pick as saved', async () => {
    const page = await openPlayerBoard()
    await page.user.click(button())
    await isSaved(true)
    await waitFor(() => expect(page.picks()).toHaveLength(1))
    page.reload()
    await page.says('Complete!')
    await isSaved(true)
  })

  it('reverts when neither storage nor the server accepts the pick, and saves on Retry', async () => {
    const storing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { user, picks, toasts } = await openPlayerBoard(FORECAST, undefined, [away, synced])
    await user.click(button())
    await waitFor(() => expect(toasts().map((toast) => toast.message)).toEqual(['Failed to save pick']))
    await isSaved(false)
    expect(picks()).toHaveLength(0)
    storing.mockRestore()
    expect(toasts()[0]?.action?.label).toBe('Retry')
    toasts()[0]?.action?.run()
    await isSaved(true)
    expect(picks()).toHaveLength(1)
  })

  it('P4 says that a pick is on this device only when the sync call fails, also after a detail view', async () => {
    const { user, toasts } = await openPlayerBoard(FORECAST, aDetail(HITS_FORECAST), [away])
    await user.click(screen.getByText('Mateo Villareal'))
    await screen.findByText('Gareth Lindqvist')
    const back = within(screen.getByRole('navigation', { name: 'Back' })).getAllByRole('button')
    await user.click(back[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByText('Gareth Lindqvist')).toBeNull())
    await user.click(button())
    await waitFor(() => expect(toasts().map((toast) => toast.message)).toEqual(['Pick saved']))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    visibility.mockRestore()
    const message = 'Changes are saved on this device. Server sync failed: 503'
    await waitFor(() => expect(toasts().at(-1)?.message).toBe(message))
    await isSaved(true)
  })

  it('shows its own message when the builder fails, not an earlier one of the store', async () => {
    const { shell, toasts } = openShell(fakeServer({}).api)
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ShellProvider shell={shell}>{children}</ShellProvider>
    )
    const build = () => Promise.reject(new TypeError('the file could not be loaded'))
    const { result } = renderHook(() => useSavedLines(build), { wrapper })
    const store = pickStoreOf(shell)
    await waitFor(() => expect([store.get().phase, store.busy()]).toEqual(['ready', false]))
    await expect(store.add({} as Pick)).rejects.toThrow('Failed to add pick')
    expect(store.get().error).toBe('Failed to add pick')
    result.current.toggle({ line: aLine({ name: 'Ana' }) } as RankedLine)
    await waitFor(() => expect(toasts().map(({ message }) => message)).toEqual(['Failed to save pick']))
  })

  it('removes a saved pick by the same button, and restores it by Undo, with Retry after a failure', async () => {
    const { user, picks, toasts, writes } = await openPlayerBoard()
    await user.click(button())
    await waitFor(() => expect(toasts()).toHaveLength(1))
    await user.click(button())
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Pick removed'))
    expect(picks()).toHaveLength(0)
    writes.failing = 1
    toasts().at(-1)?.action?.run()
    await waitFor(() => expect(toasts().at(-1)?.action?.label).toBe('Retry'))
    toasts().at(-1)?.action?.run()
    await waitFor(() => expect(picks()).toHaveLength(1))
    await isSaved(true)
  })
})

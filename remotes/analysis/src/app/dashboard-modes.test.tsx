import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  aHistory,
  anAnalysis,
  anExtractedRow,
  anExtraction,
  aRecommendation,
  noNews,
} from '../testing/answers.ts'
import { answeredLines, aRun } from '../testing/fake-server.ts'
import { openDashboard } from '../testing/open-dashboard.tsx'
import { aBatter, aForecast, aLine, end, start } from '../testing/players.ts'

const FORECAST_FIELDS = {
  forecasts: [aForecast('Hits', 0.9, 0.8), aForecast('Total Bases', 0.9, 0.8)],
  engine: 'engine-9',
}
const ANA = aBatter('Ana', [2, 2, 0, 2, 0], FORECAST_FIELDS)
const BO = aBatter('Bo', [0, 1, 2, 0, 1], { ...FORECAST_FIELDS, forecasts: [aForecast('Hits', 0.8, 0.7)] })
const LINES = answeredLines(aLine({ name: 'Ana' }), aLine({ name: 'Bo' }))
const ADVICE = anAnalysis({
  recommendations: [aRecommendation({ id: 'line-Bo-1.5-standard', reasoning: 'Bo sees this starter well.' })],
  passedOver: [{ id: 'line-Ana-1.5-standard', reason: 'Less likely.' }],
})
const SCRIPT = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [LINES],
  '/api/news-sentiment': [noNews],
  '/api/historical/mlb': [aHistory(ANA, BO)],
  '/api/analyze-performance/mlb': [ADVICE],
  '/api/extract-stats/mlb': [anExtraction(anExtractedRow({ name: 'Ana' }))],
  '/api/game-logs': [[start(1), ANA, end(1)]],
}
const topCards = () => [...document.querySelectorAll('ol h3')].map((name) => name.textContent)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the modes of the Dashboard', () => {
  it('N4: AI mode shows the recommended lines first with their reasoning, and all other lines below', async () => {
    const { analyze, says, reload, server, choose } = openDashboard(SCRIPT)
    await choose('Mode', 'AI')
    await analyze()
    await says('Complete!')
    expect(topCards()).toEqual(['Bo'])
    expect(screen.getByText('Bo sees this starter well.')).toBeDefined()
    expect(await screen.findByText('Passed over (1)')).toBeDefined()
    expect(screen.getByText(/Text and figures by the engine/)).toBeDefined()
    reload()
    await says('Complete!')
    expect(topCards()).toEqual(['Bo'])
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('N4: AI mode raises nothing when no line is worth it, explains it, and shows the whole board', async () => {
    const passedOver = ['Ana', 'Bo'].map((name) => ({
      id: `line-${name}-1.5-standard`,
      reason: 'Its 55.0% is below its break-even of 57.7%.',
    }))
    const { analyze, says, server, choose } = openDashboard({
      ...SCRIPT,
      '/api/analyze-performance/mlb': [anAnalysis({ recommendations: [], passedOver })],
    })
    await choose('Mode', 'AI')
    await analyze()
    await says('Complete!')
    expect(await screen.findByText('No line worth it today.')).toBeDefined()
    expect(screen.getByText(/This analysis paid for the board below/)).toBeDefined()
    expect(screen.getByText('Passed over (2)')).toBeDefined()
    expect(topCards()).toEqual([])
    for (const name of ['Ana', 'Bo']) expect(await screen.findByRole('link', { name })).toBeDefined()
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('N4: AI mode does not raise a recommended line whose own forecast is below its break-even', async () => {
    const below = aBatter('Bo', [0, 1, 2], { ...FORECAST_FIELDS, forecasts: [aForecast('Hits', 0.7, 0.55)] })
    const { analyze, says, choose } = openDashboard({
      ...SCRIPT,
      '/api/historical/mlb': [aHistory(ANA, below)],
    })
    await choose('Mode', 'AI')
    await analyze()
    await says('Complete!')
    expect(topCards()).toEqual([])
  })

  it('the advice of AI mode is left out while it is for other books than the user’s', async () => {
    const chooseBooks = (books: string[] | null) => {
      localStorage.setItem('propsight:scanner', JSON.stringify({ books }))
      act(() => void window.dispatchEvent(new StorageEvent('storage')))
    }
    chooseBooks(['quill', 'tally'])
    const { user, analyze, says, server, choose } = openDashboard(SCRIPT)
    await choose('Mode', 'AI')
    await analyze()
    await says('Complete!')
    expect(server.callsTo('/api/analyze-performance/mlb')[0]?.request.body).toMatchObject({
      books: ['quill', 'tally'],
    })
    expect(topCards()).toEqual(['Bo'])
    chooseBooks(null)
    expect(topCards()).toEqual(['Ana', 'Bo'])
    for (const words of ['Bo sees this starter well.', 'Passed over (1)'])
      expect(screen.queryByText(words)).toBeNull()
    expect(screen.getByText(/compared the prices of other books/)).toBeDefined()
    chooseBooks(['tally', 'quill'])
    expect(topCards()).toEqual(['Bo'])
    chooseBooks(null)
    await user.click(screen.getByRole('button', { name: 'Analyze again' }))
    await says('Complete!')
    expect(topCards()).toEqual(['Bo'])
    expect(screen.queryByText(/compared the prices of other books/)).toBeNull()
    expect(server.callsTo('/api/analyze-performance/mlb').at(-1)?.request.body).toMatchObject({
      books: undefined,
    })
  })

  it('N5: image mode has no menu and no Analyze button, and its rows become a board that survives a reload', async () => {
    const { user, says, reload, server, choose } = openDashboard(SCRIPT)
    await choose('Mode', 'Image')
    expect(screen.getByRole('heading', { level: 1, name: 'Lines from a picture' })).toBeDefined()
    expect(screen.queryByRole('radiogroup', { name: 'MLB stat lines' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Analyze/ })).toBeNull()
    await user.upload(
      await screen.findByLabelText('Choose a file'),
      new File(['picture'], 'card.png', { type: 'image/png' }),
    )
    await user.click(screen.getByRole('button', { name: 'Read picture' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm and analyze 1 row' }))
    await says('Complete!')
    expect(topCards()).toEqual(['Ana'])
    expect(screen.getByRole('region', { name: 'Your slip' }).textContent).toContain(
      'Ana 1.5 More Total BasesOver 80% (70–90)',
    )
    reload()
    await says('Complete!')
    expect(topCards()).toEqual(['Ana'])
    expect(screen.getByText(/1 row from your picture/)).toBeDefined()
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('N3: mode and market survive a reload, and a paid board is shown again when its mode and market are chosen', async () => {
    const { user, analyze, says, reload, server, choose } = openDashboard(SCRIPT)
    await analyze()
    await says('Complete!')
    await choose('Mode', 'AI')
    await user.click(screen.getByRole('radio', { name: 'Runs' }))
    reload()
    expect(screen.getByRole('button', { name: 'Settings: AI · last 10 · top 2' })).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Runs' }).checked).toBe(true)
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
    expect(JSON.parse(localStorage.getItem('propsight:analysis-settings') ?? '')).toMatchObject({
      mode: 'ai',
      category: 'Runs',
    })
    await user.click(screen.getByRole('radio', { name: 'Hits' }))
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
    await choose('Mode', 'Quick')
    await says('Complete!')
    expect(topCards()).toEqual(['Ana'])
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('N11: a demon line read from a picture offers its over to save', async () => {
    const demon = anExtractedRow({
      name: 'Ana',
      oddsType: 'demon',
      line: 2.5,
      statType: 'Hits',
      stats: '2.5 More Hits',
    })
    const script = { ...SCRIPT, '/api/extract-stats/mlb': [anExtraction(demon)] }
    const { user, says, choose } = openDashboard(script)
    await choose('Mode', 'Image')
    await user.upload(
      await screen.findByLabelText('Choose a file'),
      new File(['picture'], 'card.png', { type: 'image/png' }),
    )
    await user.click(screen.getByRole('button', { name: 'Read picture' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm and analyze 1 row' }))
    await says('Complete!')
    expect(screen.getByText('Over 2.5, no call')).toBeDefined()
    expect(screen.getByRole('button', { name: /^Save Ana, over 2.5 Hits/ })).toBeDefined()
  })

  it('N3: each mode keeps its own board and its own start page', async () => {
    const { analyze, says, choose } = openDashboard(SCRIPT)
    await choose('Mode', 'AI')
    await analyze()
    await says('Complete!')
    await choose('Mode', 'Quick')
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
    await choose('Mode', 'AI')
    expect(within(document.body).getByText('Bo sees this starter well.')).toBeDefined()
  })
})

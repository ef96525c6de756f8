import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answeredLines, apiError } from '../testing/fake-server.ts'
import { BOARD, BOARD_LINES, openDashboard } from '../testing/open-dashboard.tsx'

const LINES = answeredLines(...BOARD_LINES)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('an analysis of the Dashboard', () => {
  it('N8: requests 30 lines for pitchers and 300 for all other markets', async () => {
    const { analyze, says, user, server } = openDashboard(BOARD)
    await analyze()
    await says('Complete!')
    await user.click(screen.getByRole('radio', { name: 'Pitcher Strikeouts' }))
    await analyze()
    await waitFor(() => expect(server.callsTo('/api/fetch-lines')).toHaveLength(2))
    const [hits, strikeouts] = server.callsTo('/api/fetch-lines').map(({ request }) => request.query)
    expect(hits).toMatchObject({
      book: 'prizepicks',
      sport: 'MLB',
      state: 'CA',
      category: 'Hits',
      limit: 300,
    })
    expect(strikeouts).toMatchObject({ category: 'Pitcher Strikeouts', limit: 30, oddsType: 'All' })
  })

  it('C1: shows the cost of an analysis, and refreshes the credits after the charge', async () => {
    const { analyze, says, user, refreshes } = openDashboard(BOARD)
    expect(screen.getByRole('button', { name: 'Analyze1 credit' })).toBeDefined()
    await analyze()
    await says('Complete!')
    expect(refreshes()).toBe(1)
    await user.click(screen.getByRole('radio', { name: /^All Stat Lines/ }))
    expect(screen.getByRole('button', { name: 'Analyze3 credits' })).toBeDefined()
  })

  it('F2: reports unsaved work only while an analysis is running', async () => {
    let answer = (_: unknown) => {}
    const lines = new Promise((resolve) => {
      answer = resolve
    })
    const { analyze, says, isUnsaved } = openDashboard({ ...BOARD, '/api/fetch-lines': [() => lines] })
    expect(isUnsaved()).toBe(false)
    await analyze()
    expect(isUnsaved()).toBe(true)
    answer(LINES)
    await says('Complete!')
    expect(isUnsaved()).toBe(false)
  })

  it('N6: reports that there are no lines, and offers all odds types in a new run', async () => {
    const { analyze, says, user, choose, server } = openDashboard({
      ...BOARD,
      '/api/fetch-lines': [answeredLines(), LINES],
    })
    await choose('Odds type', 'Demon')
    await analyze()
    await says('No lines found')
    expect(
      screen.getByText('The book has no Hits lines with odds type Demon right now. No credit was used.'),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all odds types' }))
    await says('Complete!')
    // The server released the first hold with the empty answer, so that the next analysis is a new run.
    const keys = server.callsTo('/api/runs').map(({ request }) => request.body)
    expect(keys).toHaveLength(2)
    expect(keys[0]).not.toEqual(keys[1])
  })

  it('links to the prices when credits are missing', async () => {
    const { analyze, says, user, visited } = openDashboard({
      '/api/runs': [apiError('No credits remaining', 402, 'NO_CREDITS', 'req-1')],
    })
    await analyze()
    await says('Failed')
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByRole('heading', { name: 'No credits remaining' })).toBeDefined()
    expect(alert.getByText('No credit was used.')).toBeDefined()
    expect(alert.getByText('Request req-1')).toBeDefined()
    await user.click(alert.getByRole('button', { name: 'See pricing' }))
    expect(visited()).toEqual(['/pricing'])
  })

  it.each([
    [0, 'Hits', 'No credits remaining'],
    [2, 'All Stat Lines', 'Not enough credits'],
  ])(
    'C2: with %d credits refuses to analyze %s before sending a request',
    async (balance, category, words) => {
      const { analyze, says, user, server, setCredits, refreshes } = openDashboard({})
      setCredits(balance)
      await user.click(screen.getByRole('radio', { name: new RegExp(`^${category}`) }))
      await analyze()
      await says('Failed')
      const alert = within(screen.getByRole('alert'))
      expect(alert.getByRole('heading', { name: words })).toBeDefined()
      expect(alert.getByText('No credit was used.')).toBeDefined()
      expect(alert.getByRole('button', { name: 'See pricing' })).toBeDefined()
      expect(server.callsTo('/api/runs')).toHaveLength(0)
      // The balance is refreshed before the refusal, so that it is current, and once after it.
      expect(refreshes()).toBe(2)
    },
  )
})

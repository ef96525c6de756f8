import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeFor } from '../../state/store.ts'
import { answeredLines, apiError, aRun } from '../../testing/fake-server.ts'
import { names, openDashboard } from '../../testing/open-dashboard.tsx'
import { aBatter, aLine, end, start } from '../../testing/players.ts'
import { createAnalysis } from './analysis.ts'

const LINES = answeredLines(aLine({ name: 'Mateo Villareal' }), aLine({ name: 'Dax Holloway' }))
const BOTH = [aBatter('Mateo Villareal', [2, 2, 0]), aBatter('Dax Holloway', [2, 0, 0])]
const LOGS = [start(2), ...BOTH, end(2)]
const GOOD = { '/api/runs': [aRun], '/api/fetch-lines': [LINES], '/api/game-logs': [LOGS] }
const LOST = 'Unable to connect to AI analysis server. Please check if the server is running.'
const PAID = 'This analysis is paid for. Retry continues the same analysis. It is never charged twice.'
const lost = () => apiError(LOST, 0, 'CONNECTION_ERROR')

const keysOf = (server: ReturnType<typeof openDashboard>['server']) =>
  server
    .callsTo('/api/runs')
    .map(({ request }) => (request.body as { idempotencyKey: string }).idempotencyKey)
const runsOf = (server: ReturnType<typeof openDashboard>['server']) =>
  server.callsTo('/api/fetch-lines').map(({ request }) => request.query?.runId)

afterEach(() => vi.restoreAllMocks())
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a charged run', () => {
  it('N7: retries an unanswered hold request with the same key', async () => {
    const { analyze, says, user, server } = openDashboard({ ...GOOD, '/api/runs': [lost(), aRun] })
    await analyze()
    await says('Failed')
    expect(screen.getByRole('heading', { name: LOST })).toBeDefined()
    expect(screen.getByText('No credit was used.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await says('Complete!')
    const [first, second] = keysOf(server)
    expect(second).toBe(first)
  })

  it('N7: continues with the same run id when it is retried after the hold', async () => {
    const failing = apiError('PrizePicks did not answer', 503, 'UPSTREAM_UNAVAILABLE', 'req-7')
    const { analyze, says, user, server } = openDashboard({ ...GOOD, '/api/fetch-lines': [failing, LINES] })
    await analyze()
    await says('Failed')
    expect(screen.getByText('No credit was used.')).toBeDefined()
    expect(screen.getByText('Request req-7')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await says('Complete!')
    expect(server.callsTo('/api/runs')).toHaveLength(1)
    expect(new Set(runsOf(server)).size).toBe(1)
  })

  it('continues with the same run and its records when a broken stream is retried', async () => {
    for (const cut of [
      [start(2), BOTH[0]],
      [start(2), BOTH[0], lost()],
    ]) {
      sessionStorage.clear()
      const page = openDashboard({ ...GOOD, '/api/game-logs': [cut, LOGS] })
      await page.analyze()
      await page.says('Failed')
      expect(screen.getByText(PAID)).toBeDefined()
      expect(names()).toEqual(['Mateo Villareal'])
      await page.user.click(screen.getByRole('button', { name: 'Retry' }))
      await page.says('Complete!')
      expect(page.server.callsTo('/api/runs')).toHaveLength(1)
      page.view.unmount()
    }
  })

  it('continues with the same run when the server failed after the lines', async () => {
    const failed = {
      type: 'error',
      message: 'The logs could not be read',
      code: 'INTERNAL',
      requestId: 'req-9',
    }
    const page = openDashboard({ ...GOOD, '/api/game-logs': [[start(2), failed], LOGS] })
    await page.analyze()
    await page.says('Failed')
    expect(screen.getByRole('heading', { name: 'The logs could not be read' })).toBeDefined()
    expect(screen.getByText(PAID)).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Retry' }))
    await page.says('Complete!')
    expect(keysOf(page.server)).toHaveLength(1)
    expect(new Set(runsOf(page.server)).size).toBe(1)
  })

  it('is replaced by a new run when it is retried after the server returned the hold', async () => {
    const failed = apiError('PrizePicks did not answer', 503, 'UPSTREAM_UNAVAILABLE', 'req-7')
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED')
    const page = openDashboard({ ...GOOD, '/api/fetch-lines': [failed, over, LINES] })
    await page.analyze()
    await page.says('Failed')
    await page.user.click(screen.getByRole('button', { name: 'Retry' }))
    await page.says('Complete!')
    expect(new Set(keysOf(page.server)).size).toBe(2)
  })

  it('announces the new charge when it is over and can be retried', async () => {
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED', 'req-3')
    const page = openDashboard({ ...GOOD, '/api/fetch-lines': [over, LINES] })
    await page.analyze()
    await page.says('Failed')
    expect(
      screen.getByText('This analysis has ended. Trying again starts a new one for 1 credit.'),
    ).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Retry' }))
    await page.says('Complete!')
    expect(new Set(keysOf(page.server)).size).toBe(2)
  })

  it('is free for ten minutes when the same analysis is requested again, and then charged', async () => {
    const page = openDashboard(GOOD)
    const button = () => screen.getByRole('button', { name: /^Analyze/ })
    expect(button().textContent).toBe('Analyze1 credit')
    await page.analyze()
    await page.says('Complete!')
    expect(button().textContent).toBe('Analyzefree')
    expect(button().title).toMatch(
      /^You paid for this board: all its odds types and filters are free until \d+:\d\d [AP]M, on all your devices$/,
    )
    const reads = page.server.callsTo('/api/game-logs').length
    await page.analyze()
    await page.says('Complete!')
    await waitFor(() => expect(page.server.callsTo('/api/game-logs')).toHaveLength(reads + 1))
    expect(new Set(keysOf(page.server)).size).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000)
    // The button still said free when it was pressed.
    await page.analyze()
    expect(button().textContent).toBe('Analyze1 credit')
    expect(page.server.callsTo('/api/game-logs')).toHaveLength(reads + 1)
    await page.analyze()
    await page.says('Complete!')
    await waitFor(() => expect(new Set(keysOf(page.server)).size).toBe(2))
  })

  const paidElsewhere = (minutesAgo: number, more = {}) => ({
    id: '6f9619ff-8b86-4d01-b42d-00c04fc96410',
    feature: 'quick',
    category: 'Hits',
    state: 'captured',
    expires_at: new Date(Date.now() + 20 * 60_000).toISOString(),
    settled_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    ...more,
  })
  it('that was paid for on another device is free on this one, also without credits', async () => {
    const page = openDashboard(GOOD, '', {}, [paidElsewhere(4)])
    page.setCredits(0)
    await screen.findByRole('button', { name: /^Analyze.*free/ })
    await page.analyze()
    await page.says('Complete!')
    expect(page.server.callsTo('/api/runs')).toEqual([])
    expect(runsOf(page.server)).toEqual([paidElsewhere(4).id])
  })
  it.each([
    ['is older than ten minutes', paidElsewhere(10.1)],
    ['is of another market', paidElsewhere(1, { category: 'Runs' })],
    ['is of AI mode', paidElsewhere(1, { feature: 'ai' })],
    ['was not charged', paidElsewhere(1, { state: 'held' })],
  ])('that was paid for on another device and %s does not make an analysis free', async (_what, run) => {
    const page = openDashboard(GOOD, '', {}, [paidElsewhere(1, { category: 'Total Bases' }), run])
    // The runs have arrived when the button of the other market shows it.
    await page.user.click(await screen.findByRole('radio', { name: 'Total Bases' }))
    await screen.findByRole('button', { name: /^Analyze.*free/ })
    await page.user.click(screen.getByRole('radio', { name: 'Hits' }))
    expect(screen.getByRole('button', { name: /^Analyze/ }).textContent).toBe('Analyze1 credit')
  })

  it('C1: is read again without a charge after a reload', async () => {
    const page = openDashboard(GOOD)
    await page.analyze()
    await page.says('Complete!')
    page.reload()
    await page.says('Complete!')
    expect(names()).toEqual(['Dax Holloway', 'Mateo Villareal'])
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
    expect(new Set(runsOf(page.server)).size).toBe(1)
  })

  it('shows the start page without an error when it is over at a reload', async () => {
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED')
    const page = openDashboard({ ...GOOD, '/api/fetch-lines': [LINES, over] })
    await page.analyze()
    await page.says('Complete!')
    page.reload()
    expect(await screen.findByRole('heading', { name: 'Get Started' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is aborted when another analysis starts, and is resumed with its key', async () => {
    const never = async function* () {
      yield start(2)
      await new Promise(() => undefined)
    }
    const page = openDashboard({ ...GOOD, '/api/game-logs': [never, LOGS] })
    await page.analyze()
    await page.says('Reading game logs')
    await page.user.click(screen.getByRole('radio', { name: 'Runs' }))
    await page.analyze()
    await page.says('Complete!')
    expect(page.server.callsTo('/api/game-logs')[0]?.request.signal?.aborted).toBe(true)
    await page.user.click(screen.getByRole('radio', { name: 'Hits' }))
    await page.analyze()
    await page.says('Complete!')
    expect(page.server.callsTo('/api/runs')).toHaveLength(2)
  })

  it('N7: shows No previous request to retry when Retry has no request to repeat', async () => {
    const page = openDashboard(GOOD)
    const { shell, server, says, user } = page
    const { id } = shell.session.get() ?? { id: '' }
    const target = { feature: 'quick', category: 'Hits' } as const
    await createAnalysis(shell, storeFor(shell.queryClient, id), id).retry(target)
    expect(await screen.findByRole('heading', { name: 'No previous request to retry' })).toBeDefined()
    expect(await says('Failed')).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.getByRole('heading', { name: 'No previous request to retry' })).toBeDefined()
    expect(screen.getByText('No credit was used.')).toBeDefined()
    expect(server.callsTo('/api/runs')).toHaveLength(0)
    await page.analyze()
    await says('Complete!')
  })

  it('is aborted when the remote is unmounted', async () => {
    const never = () => new Promise(() => undefined)
    const page = openDashboard({ ...GOOD, '/api/fetch-lines': [never] })
    await page.analyze()
    await page.says('Fetching lines')
    page.view.unmount()
    expect(page.server.callsTo('/api/fetch-lines')[0]?.request.signal?.aborted).toBe(true)
  })
})

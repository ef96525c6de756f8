import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOARD, openDashboard } from '../testing/open-dashboard.tsx'

const stored = new Map<string, Response>()
beforeEach(() => {
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (address: string, response: Response) => stored.set(address, response) }),
    match: async (address: string) => stored.get(address)?.clone(),
  })
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const TITLE = 'Your last board'
const lastBoard = async () => within(await screen.findByRole('region', { name: TITLE }))

/** Analyzes the goblins of Hits, and chooses Runs, of which there is no board. */
async function leaveBoard() {
  const page = openDashboard(BOARD)
  await page.choose('Odds type', 'Goblin')
  await page.analyze()
  await page.says('Complete!')
  await waitFor(() => expect(stored.size).toBe(1))
  await page.user.click(screen.getByRole('radio', { name: 'Runs' }))
  await page.choose('Odds type', 'All')
  await screen.findByRole('heading', { name: 'Get Started' })
  return page
}

describe('N11 the first screen', () => {
  it('shows what other remotes contribute, and gives up its place without any', async () => {
    const { view } = openDashboard({}, '', { 'dashboard/today': () => 'Views' })
    expect(await screen.findByText('Views')).toBeDefined()
    view.unmount()
    openDashboard({})
    const lines = await screen.findByRole('region', { name: 'Lines' })
    await waitFor(() => expect(lines.querySelector('[data-pending]')).toBeNull())
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull()
  })

  it('opens the last board from memory at no cost, with its settings', async () => {
    const { user, server } = await leaveBoard()
    const board = await lastBoard()
    expect(board.getByText(/^Hits · .+ · 4 lines/).textContent).toMatch(/Opens without a credit$/)
    await user.click(board.getByRole('button', { name: 'Open' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Hits' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Get Started' })).toBeNull()
    expect(screen.getByRole('button', { name: /^Settings: .*Goblin only$/ })).toBeDefined()
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('opens the last board on its live run after a reload, at no cost', async () => {
    const { user, server, reload } = await leaveBoard()
    reload()
    const board = await lastBoard()
    expect(board.getByText('Opens without a credit')).toBeDefined()
    await user.click(board.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(server.callsTo('/api/fetch-lines')).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Get Started' })).toBeNull())
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('only chooses the settings of a board whose run is over, with the cost of a new analysis', async () => {
    const { user, server, reload } = await leaveBoard()
    sessionStorage.clear()
    reload()
    const board = await lastBoard()
    const calls = server.calls.length
    expect(board.getByText('A new analysis: 1 credit')).toBeDefined()
    await user.click(board.getByRole('button', { name: 'Use its settings' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Hits' })).toBeDefined()
    expect(screen.getByRole('button', { name: /^Settings: .*Goblin only$/ })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
    expect(server.calls).toHaveLength(calls)
  })

  it('has no last board that would need a request while the network is away', async () => {
    const { user, reload } = await leaveBoard()
    reload()
    await lastBoard()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await user.click(screen.getByRole('radio', { name: 'RBIs' }))
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: TITLE })).toBeNull())
  })
})

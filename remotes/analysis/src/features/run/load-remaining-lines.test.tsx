import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answeredLines, apiError, aRun, type Call } from '../../testing/fake-server.ts'
import { names, openDashboard } from '../../testing/open-dashboard.tsx'
import { aBatter, aLine, end, start } from '../../testing/players.ts'

const FIRST = ['Ana', 'Bo'].map((name) => aLine({ name }))
const MORE = [aLine({ name: 'Ana', line: 0.5 }), ...['Cy', 'Di', 'Eli'].map((name) => aLine({ name }))]
const ALL_LINES = [...FIRST, ...MORE]
const isComplete = ({ request }: Call) => Number(request.query?.limit) > 300

/** The book: two lines by default, all six on request. */
const lines = (call: Call) =>
  isComplete(call) ? { ...answeredLines(...ALL_LINES), total: 6 } : { ...answeredLines(...FIRST), total: 6 }

const requestedPlayers = ({ request }: Call) => (request.body as { players: { name: string }[] }).players
const logs = (call: Call) => [
  start(requestedPlayers(call).length),
  ...requestedPlayers(call).map(({ name }) => aBatter(name, [2, 2, 0])),
  end(requestedPlayers(call).length),
]
const GOOD = { '/api/runs': [aRun], '/api/fetch-lines': [lines], '/api/game-logs': [logs] }
const PARTIAL = '2 of 6 lines loaded'
const CHOICE = 'An even share of each game and stat, standard lines first.'

async function openPartial(script: Parameters<typeof openDashboard>[0] = GOOD, search = '') {
  const page = openDashboard(script, search)
  await page.analyze()
  await page.says('Complete!')
  const load = () => page.user.click(screen.getByRole('button', { name: 'Load all 6' }))
  const loaded = () => screen.findByText('All 6 lines loaded')
  const requestedNames = () =>
    page.server.callsTo('/api/game-logs').map((call) => requestedPlayers(call).map(({ name }) => name))
  return { ...page, load, loaded, requestedNames }
}

/** Waits for the rows, since a longer board renders them over several frames. */
const shown = (...expected: string[]) => waitFor(() => expect(names().toSorted()).toEqual(expected))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('N8: a board that shows only a part of the book', () => {
  it('shows how many lines are loaded, and no such notice when it shows all lines', async () => {
    const { view } = await openPartial()
    expect(screen.getByText(PARTIAL)).toBeDefined()
    expect(screen.getByText(CHOICE).hasAttribute('popover')).toBe(true)
    expect(screen.getByText(/2 of 6 lines · read/)).toBeDefined()
    view.unmount()
    sessionStorage.clear()
    await openPartial({ ...GOOD, '/api/fetch-lines': [answeredLines(...FIRST)] })
    expect(screen.queryByText(/loaded/)).toBeNull()
  })

  it('loads the remaining lines on the same run, requests only the missing logs, and is not charged again', async () => {
    const { load, loaded, server, requestedNames } = await openPartial()
    await load()
    await loaded()
    await shown('Ana', 'Ana', 'Bo', 'Cy', 'Di', 'Eli')
    expect(server.callsTo('/api/runs')).toHaveLength(1)
    const runs = server.callsTo('/api/fetch-lines').map(({ request }) => request.query?.runId)
    expect(new Set(runs).size).toBe(1)
    expect(requestedNames()).toEqual([
      ['Ana', 'Bo'],
      ['Cy', 'Di', 'Eli'],
    ])
    // The focused button was removed, and the focus moved to the note.
    expect(document.activeElement?.textContent).toBe('All 6 lines loaded')
  })

  it('keeps the focus on a card when the lines are loaded', async () => {
    const gate = Promise.withResolvers<void>()
    const waiting = async (call: Call) => {
      await gate.promise
      return logs(call)
    }
    const { load, loaded } = await openPartial({ ...GOOD, '/api/game-logs': [logs, waiting] })
    await load()
    const link = screen.getByRole('link', { name: 'Bo' })
    link.focus()
    gate.resolve()
    await loaded()
    await shown('Ana', 'Ana', 'Bo', 'Cy', 'Di', 'Eli')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Bo'))
    expect(document.activeElement).not.toBe(link)
  })

  it('loads lines in chunks with visible progress, and can be cancelled between chunks', async () => {
    const gate = Promise.withResolvers<void>()
    const waiting = async (call: Call) => {
      await gate.promise
      return logs(call)
    }
    const { load, user, loaded } = await openPartial({ ...GOOD, '/api/game-logs': [logs, waiting, logs] })
    await load()
    const progress = await screen.findByRole('progressbar', { name: 'Loading lines: 3 of 6' })
    expect(progress.getAttribute('aria-valuenow')).toBe('50')
    // The rows change once, when all lines are loaded.
    expect(names()).toHaveLength(2)
    await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    gate.resolve()
    expect(await screen.findByText(/^3 of 6 lines loaded/)).toBeDefined()
    await shown('Ana', 'Ana', 'Bo')
    await load()
    await loaded()
    await shown('Ana', 'Ana', 'Bo', 'Cy', 'Di', 'Eli')
  })

  it('keeps its lines when loading fails, shows the reason and that no credit was used, and loads on Retry', async () => {
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED')
    const answers = [lines, over, lines]
    const { load, user, loaded } = await openPartial({ ...GOOD, '/api/fetch-lines': answers })
    await load()
    expect(await screen.findByText('This analysis has ended. No credit was used.')).toBeDefined()
    expect(names()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await loaded()
    await shown('Ana', 'Ana', 'Bo', 'Cy', 'Di', 'Eli')
  })

  it('N11: loads and searches all lines of the book when the user searches', async () => {
    const { user, loaded } = await openPartial()
    await user.type(screen.getByRole('searchbox', { name: 'Search players' }), 'Eli')
    await loaded()
    expect(names()).toEqual(['Eli'])
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search players' }))
  })

  it('N2: loads all lines of the book when the user chooses one odds type', async () => {
    const demon = aLine({ name: 'Fay', oddsType: 'demon', line: 0.5 })
    const withDemon = (call: Call) =>
      isComplete(call)
        ? { ...answeredLines(...ALL_LINES, demon), total: 7 }
        : { ...answeredLines(...FIRST), total: 7 }
    const { choose } = await openPartial({ ...GOOD, '/api/fetch-lines': [withDemon] })
    await choose('Odds type', 'Demon')
    await shown('Fay')
  })

  it('N12: opens a linked player whose line was left out', async () => {
    const page = openDashboard(GOOD, '?stat=Hits&player=Di&of=SEA&market=Hits&line=1.5')
    await page.analyze()
    expect(await screen.findByRole('heading', { level: 1, name: 'Di' })).toBeDefined()
  })

  it('stops loading when another analysis starts, and keeps the lines loaded so far', async () => {
    const never = ({ request: { signal } }: Call) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const page = await openPartial({ ...GOOD, '/api/game-logs': [logs, never, logs] })
    await page.load()
    await screen.findByRole('progressbar', { name: 'Loading lines: 3 of 6' })
    await page.user.click(screen.getByRole('radio', { name: 'Runs' }))
    await page.analyze()
    await page.says('Complete!')
    expect(page.server.callsTo('/api/game-logs')[1]?.request.signal?.aborted).toBe(true)
    await page.user.click(screen.getByRole('radio', { name: 'Hits' }))
    expect(await screen.findByText(/^3 of 6 lines loaded/)).toBeDefined()
  })
})

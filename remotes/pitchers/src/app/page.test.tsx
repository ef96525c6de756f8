import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { apiError, end, facts, PITCHERS, start, stream } from '../testing/fixtures.ts'
import {
  bodyRows,
  cardsOf,
  DAY,
  done,
  HA,
  K,
  LINES,
  lines,
  open,
  resetPage,
  table,
  windowOf,
} from '../testing/open-page.tsx'

beforeEach(resetPage)

describe('H1 the page', () => {
  it('has its heading, the long date in Eastern time and the explainer, without a session', async () => {
    open({ [DAY]: [stream], [LINES]: [lines] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain("Today's Pitchers")
    expect(screen.getByText(/Saturday, July 18, 2026/).textContent).toContain('2026 ET')
    screen.getByText(/^Edge: how far our projection is from the line/)
    screen.getByText('Loading probable pitchers…')
    await done()
    expect(screen.getByText(/Saturday, July 18, 2026/).textContent).toContain(
      'Saturday, July 18, 2026 ET · 10 probable pitchers · times in UTC',
    )
    expect(bodyRows(await table(K))[0]?.textContent).toContain(' · 11:10 PM')
    const read = screen.getByText('Numbers read', { selector: '[role=status]' })
    expect(read.parentElement?.textContent).toBe('Numbers read just now')
  })

  it.each([
    [apiError('The stats service is away', 503), 'Request failed: 503', 'The stats service is away. It is'],
    [apiError('', 0, 'CONNECTION_ERROR'), 'Failed to load data', 'The server does not answer.'],
    [new Error(''), 'Failed to load data', 'It is retried automatically.'],
    [new Error('Something of its own'), 'Something of its own', 'It is retried automatically.'],
    [[], 'The answer was cut off', 'It is retried automatically.'],
  ])('shows the cause of a failure: %s', async (answer, title, detail) => {
    open({ [DAY]: [answer], [LINES]: [lines] })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe(title)
    expect(alert.textContent).toContain(detail)
    within(alert).getByRole('button', { name: 'Retry' })
  })

  it('reads again on Retry', async () => {
    const { server } = open({ [DAY]: [apiError('away', 500), stream], [LINES]: [lines] })
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await done()
    expect(server.requests(DAY)).toHaveLength(3)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows an empty state when there are no pitchers', async () => {
    open({ [DAY]: [[start('strikeouts', []), end()]], [LINES]: [lines] })
    await screen.findByText('No probable pitchers found.')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it.each([
    [767, true],
    [768, false],
  ])('is covered at a window width of %d px: %s', async (width, covered) => {
    windowOf(width)
    const { server, visited } = open({ [DAY]: [stream], [LINES]: [lines] })
    const overlay = screen.queryByRole('alertdialog', { name: 'Desktop Only' })
    expect(overlay !== null).toBe(covered)
    expect(screen.queryAllByRole('table').length === 0).toBe(covered)
    if (!overlay) return
    expect(server.calls).toEqual([])
    await userEvent.click(within(overlay).getByRole('button', { name: 'Open the Dashboard' }))
    expect(visited).toEqual(['/'])
  })

  it('shows every section as cards after Show as cards, with the focus on its heading', async () => {
    windowOf(390)
    open({ [DAY]: [stream], [LINES]: [lines] })
    await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }))
    const heading = screen.getByRole('heading', { level: 1, name: "Today's Pitchers" })
    expect(document.activeElement).toBe(heading)
    await done()
    expect(screen.queryByRole('table')).toBeNull()
    for (const title of [
      K,
      'Workhorses: Highest Avg IP',
      HA,
      'Not Ranked: Strikeouts',
      'Not Ranked: Hits Allowed',
    ])
      expect(cardsOf(title).length).toBeGreaterThan(0)
    screen.getByRole('region', { name: 'Top Picks Today: Strikeouts' })
    for (const card of cardsOf(K))
      expect(card.textContent).toMatch(/Line[\d.]+Projected[\d.]+Edge.*Signal(HIGH|MEDIUM|LOW)Engine.*Over/)
  })
})

describe('H6 missing data', () => {
  it('is listed by pitcher, while all other data is shown', async () => {
    const [first, second] = PITCHERS
    if (!first || !second) throw new Error('two pitchers')
    const incomplete = [
      start('strikeouts'),
      facts(first, 'strikeouts'),
      { type: 'missing', id: second.id, reason: 'the game log could not be read' },
      end({ missing: 1 }),
    ]
    open({ [DAY]: [incomplete, stream], [LINES]: [lines] })
    await done()
    screen.getByText(/1 pitcher could not be loaded/)
    screen.getByText(/Owen Castellane \(strikeouts: the game log could not be read\)/)
  })

  it('H5 counts the lines that are beyond the limit of the request', async () => {
    const cut = (call: Parameters<typeof lines>[0]) => {
      const answer = lines(call)
      const beyond = call.request.query?.category === 'Strikeouts' ? 7 : 0
      return { ...answer, total: answer.players.length + beyond }
    }
    open({ [DAY]: [stream], [LINES]: [cut] })
    await done()
    const notice = await screen.findByText('The book has lines on more pitchers.')
    expect(notice.parentElement?.textContent).toContain('left out are 7 of strikeouts.')
  })

  it('H5 is reported for failed lines, while all other data is shown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open({ [DAY]: [stream], [LINES]: [apiError('The book is away', 503)] })
    await vi.advanceTimersByTimeAsync(40_000)
    vi.useRealTimers()
    await screen.findByText('The lines for strikeouts and hits allowed could not be loaded.')
    expect(bodyRows(await table('Workhorses: Highest Avg IP')).length).toBeGreaterThan(8)
    expect(screen.getAllByText('The lines could not be loaded').length).toBeGreaterThan(0)
  })
})

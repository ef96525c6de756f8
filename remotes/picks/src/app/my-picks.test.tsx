import { assessParlayBody, generateParlayBody } from '@propsight/shared/contracts'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aParlay, aPastParlay } from '../testing/parlay-fixtures.ts'
import { aLeg, aRow } from '../testing/pick-fixtures.ts'
import { renderPicks } from '../testing/render-picks.tsx'
import { usePickOrder } from './my-picks.tsx'

const HOUR_MS = 3_600_000
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const rowOf = (name: string, at: number, more: Parameters<typeof aRow>[0] = {}) =>
  aRow({
    id: `pick_175285000000${at}_abcd`,
    playerName: name,
    createdAt: fromNow(-at - 1),
    expiresAt: fromNow(19 - at),
    ...more,
  })
const THREE = () => [
  rowOf('Cal Whitlock', 1, { confidence: 62 }),
  rowOf('Dax Holloway', 2, { confidence: 81 }),
  rowOf('Jun Arakawa', 3, { confidence: 57, expiresAt: fromNow(1.5) }),
]
const names = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('P5 My Picks', () => {
  it('shows the picks with their count, and sorts them', async () => {
    const { user } = renderPicks({ rows: THREE() })
    expect(screen.getByRole('status', { name: 'Loading picks' })).toBeDefined()
    expect(await screen.findByText('3 picks · each is kept 20 hours')).toBeDefined()
    expect(names()).toEqual(['Cal Whitlock', 'Dax Holloway', 'Jun Arakawa'])
    const sort = screen.getByRole('combobox', { name: 'Sort' })
    await user.selectOptions(sort, 'Confidence')
    expect(names()).toEqual(['Dax Holloway', 'Cal Whitlock', 'Jun Arakawa'])
    await user.selectOptions(sort, 'Oldest')
    expect(names()).toEqual(['Jun Arakawa', 'Dax Holloway', 'Cal Whitlock'])
  })

  it('adds a pick that arrives after the others, returns a restored one, and applies an order once it is chosen', () => {
    const [first, ...others] = THREE()
    const all = first ? [first, ...others] : others
    const { result, rerender } = renderHook(({ rows }) => usePickOrder(rows, new Map()), {
      initialProps: { rows: others },
    })
    const shown = () => result.current.ordered.map(({ player_name }) => player_name)
    rerender({ rows: all })
    expect(shown()).toEqual(['Dax Holloway', 'Jun Arakawa', 'Cal Whitlock'])
    rerender({ rows: all.slice(0, 1) })
    rerender({ rows: all })
    expect(shown()).toEqual(['Dax Holloway', 'Jun Arakawa', 'Cal Whitlock'])
    act(() => result.current.setSort('oldest'))
    expect(shown()).toEqual(['Jun Arakawa', 'Dax Holloway', 'Cal Whitlock'])
    act(() => result.current.setSort('newest'))
    expect(shown()).toEqual(['Cal Whitlock', 'Dax Holloway', 'Jun Arakawa'])
  })

  it('opens the pick that the address names, and leaves the address of the screen', async () => {
    const { shell } = renderPicks({ rows: THREE(), search: '?pick=pick_1752850000002_abcd' })
    expect(await screen.findByRole('dialog', { name: 'Dax Holloway' })).toBeDefined()
    expect(shell.location.get()).toEqual({ path: '/picks', search: '' })
  })

  it('has the keys of every list: moves, opens, marks a leg, and asks before a pick is deleted', async () => {
    const { user } = renderPicks({ rows: THREE() })
    await screen.findByText('3 picks · each is kept 20 hours')
    const focused = () => document.activeElement?.textContent
    // The code of the keys loads after the page: those pressed before are handled once it is there, in their order.
    await user.keyboard('jj')
    await waitFor(() => expect(focused()).toBe('Dax Holloway'))
    await user.keyboard('kj')
    expect(focused()).toBe('Dax Holloway')
    await user.keyboard('{ArrowDown}k')
    expect(focused()).toBe('Dax Holloway')
    await user.keyboard('c')
    const leg = screen.getByRole('checkbox', { name: 'Leg of a parlay: Dax Holloway' }) as HTMLInputElement
    expect(leg.checked).toBe(true)
    leg.focus()
    await user.keyboard('j')
    expect(focused()).toBe('Jun Arakawa')
    await user.keyboard('k{Enter}')
    await screen.findByRole('dialog', { name: 'Dax Holloway' })
    await user.keyboard('j{Escape}')
    await waitFor(() => expect(focused()).toBe('Dax Holloway'))
    await user.keyboard('?')
    expect((await screen.findByRole('dialog', { name: 'Keys' })).textContent).toContain('Next pick')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Dax Holloway'))
    await user.keyboard('s')
    expect((await screen.findByRole('alertdialog', { name: 'Delete pick' })).textContent).toContain('Dax')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Dax Holloway'))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(document.body)
  })

  it('links to the analysis when there are no picks', async () => {
    const { user, shell } = renderPicks()
    expect(await screen.findByRole('heading', { name: 'No Picks Saved' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Go to AI Analysis' }))
    expect(shell.location.get().path).toBe('/')
    expect(screen.queryByRole('button', { name: 'Clear All' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Past Parlays' })).toBeDefined()
  })

  it('P7 shows the result of each pick from the server’s track record', async () => {
    const rows = THREE()
    const legs = [
      aLeg({ pick_id: rows[0]?.id ?? '', status: 'winner', actual: 3, promised_at: fromNow(-2) }),
      aLeg({ pick_id: rows[1]?.id ?? '', status: 'pending', promised_at: fromNow(-2) }),
    ]
    renderPicks({ rows, legs })
    const won = (await screen.findByText('Winner')).closest('li')
    expect(won?.textContent).toContain('Cal Whitlock')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Open 2',
      'Settled 1',
    ])
    expect(names()).toEqual(['Dax Holloway', 'Jun Arakawa', 'Cal Whitlock'])
    expect(screen.getByRole('list', { name: 'Settled picks' }).contains(won)).toBe(true)
    expect(screen.queryByText('NO GAME')).toBeNull()
  })

  it('P8 offers no parlay when every game has begun or ended according to the track record', async () => {
    const rows = THREE()
    const ended = ['winner', 'in-progress', 'no-game'] as const
    const legs = rows.map(({ id }, at) =>
      aLeg({
        pick_id: id,
        status: ended[at] ?? 'push',
        actual: at === 2 ? null : 1,
        promised_at: fromNow(-2),
      }),
    )
    renderPicks({ rows, legs })
    expect(await screen.findByText('No pick can be a leg')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Parlay ?1 credit/ }).disabled).toBe(true)
  })

  it('P8 shows the joint figures of chosen legs with every change, and builds the parlay of exactly these', async () => {
    const rows = THREE()
    const assessed: string[][] = []
    const built: unknown[] = []
    const figures = {
      overallConfidence: 41.5,
      interval: { low: 36, high: 47 },
      independent: 39.7,
      pays: 3,
      breakEven: 33.3,
      unpriced: null,
    }
    const { user } = renderPicks({
      rows,
      api: {
        'POST /api/parlay/assess': ({ body }) => {
          const { myPicks } = assessParlayBody.parse(body)
          assessed.push(myPicks.map(({ name }) => name).toSorted())
          return { figures, refusal: null, leftOut: [] }
        },
        'POST /api/parlay/generate-parlay': ({ body }) => built.push(body),
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Leg of a parlay: Cal Whitlock' }))
    const bar = within(screen.getByRole('region', { name: 'Parlay' }))
    expect(await bar.findByText('Choose another leg to see the joint probability.')).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Leg of a parlay: Jun Arakawa' }))
    expect(
      await bar.findByRole('img', {
        name: '41.5 percent likely that all legs win, interval 36.0 to 47.0, break-even 33.3',
      }),
    ).toBeDefined()
    expect(bar.getByText(/Correlation \+1\.8 points: the legs help each other/)).toBeDefined()
    expect(bar.getByText(/Pays 3×\./)).toBeDefined()
    expect(assessed).toEqual([['Cal Whitlock', 'Jun Arakawa']])
    await user.click(bar.getByRole('button', { name: /^Parlay/ }))
    await waitFor(() => expect(built).toHaveLength(1))
    expect(generateParlayBody.parse(built[0])).toMatchObject({
      parlaySize: 2,
      myPicks: [{ name: 'Cal Whitlock' }, { name: 'Jun Arakawa' }],
    })
    await user.click(bar.getByRole('button', { name: 'Choose none', hidden: true }))
    expect(bar.getByRole('spinbutton', { name: 'Parlay size', hidden: true })).toBeDefined()
  })

  it('P8 asks before parlays of the same picks and size are built again, and charges nothing on Cancel', async () => {
    const rows = THREE()
    const calls: unknown[] = []
    const details = aParlay(1, { parlaySize: 2, madeFrom: rows.map(({ id }) => id) })
    const { user } = renderPicks({
      rows,
      parlays: [aPastParlay(1, { parlay_size: 2, created_at: fromNow(-0.5), details })],
      api: { 'POST /api/parlay/generate-parlay': (call) => calls.push(call) },
    })
    await user.click(await screen.findByRole('button', { name: /^Parlay ?1 credit/ }))
    const question = await screen.findByRole('alertdialog', { name: 'Build these parlays again?' })
    expect(question.textContent).toContain('Building again costs another credit')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(calls).toEqual([])
  })

  it('P3 announces picks that expire soon, and Show them sorts by expiry and focuses the first', async () => {
    const { user } = renderPicks({ rows: THREE() })
    expect(await screen.findByText('1 pick expires within 2 hours.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show them' }))
    expect(names()[0]).toBe('Jun Arakawa')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Jun Arakawa'))
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort' }).value).toBe('expiring')
  })

  it('P3 removes expired picks on request, and reports how many', async () => {
    const { user, toasts } = renderPicks({ rows: THREE(), rpc: { cleanup_expired_picks: () => 2 } })
    await screen.findByText('3 picks · each is kept 20 hours')
    await user.click(screen.getByRole('button', { name: 'Remove expired' }))
    await waitFor(() =>
      expect(toasts.shown.get().map(({ message }) => message)).toContain('2 picks removed: expired'),
    )
  })
})

describe('P6 deleting picks', () => {
  it('asks for confirmation, deletes the pick, and restores it on Undo', async () => {
    const { user, toasts } = renderPicks({ rows: THREE() })
    await user.click(await screen.findByRole('button', { name: 'Delete Dax Holloway' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete pick' })
    expect(question.textContent).toContain('Dax Holloway, Over 1.5 Total Bases.')
    // The code of the dialog is loaded at the first use.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 picks · each is kept 20 hours')).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Jun Arakawa'))
    const toast = toasts.shown.get().find(({ message }) => message === 'Pick deleted: Dax Holloway')
    toast?.action?.run()
    expect(await screen.findByText('3 picks · each is kept 20 hours')).toBeDefined()
  })

  it('clears all picks after a confirmation with their number, and restores all on Undo', async () => {
    const { user, toasts } = renderPicks({ rows: THREE() })
    await user.click(await screen.findByRole('button', { name: 'Clear All' }))
    const question = await screen.findByRole('alertdialog', { name: 'Clear all 3 picks?' })
    await user.click(within(question).getByRole('button', { name: 'Clear All' }))
    expect(await screen.findByRole('heading', { name: 'No Picks Saved' })).toBeDefined()
    const toast = toasts.shown.get().find(({ message }) => message === '3 picks cleared')
    toast?.action?.run()
    expect(await screen.findByText('3 picks · each is kept 20 hours')).toBeDefined()
    expect(names()).toHaveLength(3)
  })

  it('opens the confirmation from the detail dialog, and returns the focus to the card on Cancel', async () => {
    const { user } = renderPicks({ rows: THREE() })
    await user.click(await screen.findByRole('button', { name: 'Dax Holloway' }))
    await screen.findByRole('dialog', { name: 'Dax Holloway' })
    await user.click(screen.getByRole('button', { name: 'Delete pick' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete pick' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Dax Holloway'))
    expect(names()).toHaveLength(3)
  })

  it('changes nothing when the confirmation is cancelled', async () => {
    const { user } = renderPicks({ rows: THREE() })
    await user.click(await screen.findByRole('button', { name: 'Clear All' }))
    await screen.findByRole('alertdialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(names()).toHaveLength(3)
  })
})

describe('P1, P5 My Picks with a failing server', () => {
  it('shows an error when neither the server nor this device has the picks', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied')
    })
    renderPicks({ scenario: 'failing' })
    const heading = await screen.findByRole('heading', { name: 'Error Loading Picks' }, { timeout: 5_000 })
    expect(heading).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeDefined()
    vi.restoreAllMocks()
  })
})

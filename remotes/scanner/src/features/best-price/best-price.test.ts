import { createScriptedShell, type RemoteAnswers, refuse } from '@propsight/harness'
import type { OddsResponse } from '@propsight/shared/contracts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBoard, aProp, aQuote, minutesAgo, NOW } from '../../testing/board-fixture.ts'
import { bestPrice } from './best-price.ts'

const LINE = {
  personId: 100_001,
  player: 'Mateo Villareal',
  stat: 'Total Bases',
  line: 1.5,
  side: 'OVER',
  gamePk: 700_001,
}
type Mounted = { update(props: object): void; unmount(): void }

/** Mounts best prices in one page, like the shell: with checked props. */
function openPage(answer: () => unknown, scenario: 'signed-in' | 'signed-out' = 'signed-in') {
  /** Markets of the requests. */
  const calls: string[] = []
  const answers: RemoteAnswers = {
    api: {
      'GET /api/odds': ({ query }) => {
        calls.push(query.stat ?? 'all')
        return answer()
      },
    },
  }
  const { shell } = createScriptedShell({ scenario, answers })
  const mounted: Mounted[] = []
  const mount = (props: object = LINE) => {
    const element = document.createElement('span')
    const price = bestPrice.mount?.(element, props as never, shell) as Mounted
    mounted.push(price)
    return { element, price }
  }
  return { calls, shell, mount, close: () => mounted.forEach((price) => void price.unmount()) }
}

let page: ReturnType<typeof openPage> | null = null
const open = (...options: Parameters<typeof openPage>) => {
  page = openPage(...options)
  return page
}
const board: OddsResponse = aBoard([aProp('p')])
const isRefused = (props: object) => 'issues' in Object(bestPrice.props['~standard'].validate(props))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => {
  page?.close()
  localStorage.clear()
  vi.useRealTimers()
})

describe('the best price of a line', () => {
  it('has book, age and break-even, from one request for all lines of a page', async () => {
    const { mount, calls } = open(() => board)
    const prices = Array.from({ length: 300 }, () => mount().element)
    const under = mount({ ...LINE, side: 'UNDER' }).element
    await waitFor(() => expect(prices[0]?.textContent).toBe('+110 at Tally, 3 min · break-even 47.6%'))
    expect(prices.every(({ textContent }) => textContent === prices[0]?.textContent)).toBe(true)
    expect(Array.from(prices[0]?.children ?? [], ({ textContent }) => textContent)).toEqual([
      '+110 at Tally',
      ', 3 min',
      ' · break-even 47.6%',
    ])
    expect(under.textContent).toBe('−115 at Umber Bets, 3 min · break-even 53.5%')
    expect(under.title).toContain('Best price of the under 1.5')
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['another line', { line: 2.5 }],
    ['another market', { stat: 'Hits' }],
    ['another player', { personId: 5, player: 'Dax Holloway' }],
    ['another game', { gamePk: 700_002 }],
  ])('is empty for %s', async (_, part) => {
    const { mount } = open(() => board)
    const known = mount()
    const other = mount({ ...LINE, ...part })
    await waitFor(() => expect(known.element.textContent).not.toBe(''))
    expect(other.element.textContent).toBe('')
  })

  it('finds a player without an id by the name, also without accents and suffix', async () => {
    const { mount } = open(() =>
      aBoard([aProp('p', { player: 'José Ibáñez Jr.', personId: null, team: null })]),
    )
    const { element } = mount({ ...LINE, personId: 9, player: 'Jose Ibanez', gamePk: null })
    await waitFor(() => expect(element.textContent).toMatch(/^\+110 at Tally/))
  })

  it('is empty without a game where the player has several', async () => {
    const { mount } = open(() => aBoard([aProp('p'), aProp('q', { eventId: 'two' })]))
    const known = mount()
    const unknown = mount({ ...LINE, gamePk: null })
    await waitFor(() => expect(known.element.textContent).not.toBe(''))
    expect(unknown.element.textContent).toBe('')
  })

  it.each([
    [46, ' · you beat the line by 0.2 points'],
    [49, ' · the line moved 2.8 points against you'],
  ])('of a line saved at a chance of %d percent says how far the books moved', async (savedNoVig, moved) => {
    const quotes = [aQuote('quill', 105, -125), aQuote('umber', 110, -130)]
    const { mount } = open(() => aBoard([aProp('p', { quotes })]))
    const { element } = mount({ ...LINE, savedNoVig })
    await waitFor(() => expect(element.textContent).toBe(`+110 at Umber Bets${moved}`))
  })

  it('has no break-even at a whole line, where a push returns the stake', async () => {
    const { mount } = open(() => aBoard([aProp('p', { quotes: [aQuote('quill', 105, -125, { line: 2 })] })]))
    const { element } = mount({ ...LINE, line: 2 })
    await waitFor(() => expect(element.textContent).toMatch(/^\+105 at Quill, \d+ min$/))
    expect(element.title).not.toContain('breaks even')
  })

  it('measures ages by the clock of the league, which may be months behind the browser', async () => {
    const behind = 90 * 86_400_000
    const past = (minutes: number) => new Date(Date.parse(minutesAgo(minutes)) - behind).toISOString()
    const quotes = [aQuote('quill', 105, -125, { confirmedAt: past(4) })]
    const { mount } = open(() => aBoard([aProp('p', { quotes })], { asOf: past(0) }))
    const { element } = mount()
    await waitFor(() => expect(element.textContent).toBe('+105 at Quill, 4 min · break-even 48.8%'))
  })

  it('requests each market of a page once, and the market of new props', async () => {
    const { mount, calls } = open(() => board)
    const known = mount()
    mount({ ...LINE, stat: 'Hits' })
    mount({ ...LINE, stat: 'Hits', line: 0.5 })
    await waitFor(() => expect(calls).toEqual(['Total Bases', 'Hits']))
    known.price.update({ ...LINE, stat: 'Runs' })
    await waitFor(() => expect(calls.at(-1)).toBe('Runs'))
    expect(known.element.textContent).toBe('')
  })

  it('uses no stale price, and the books and the odds of the settings', async () => {
    localStorage.setItem(
      'propsight:scanner',
      JSON.stringify({ books: ['quill', 'tally'], format: 'decimal' }),
    )
    const quotes = [
      aQuote('tally', 300, -400, { confirmedAt: minutesAgo(31) }),
      aQuote('umber', 150, -170),
      aQuote('quill', 105, -125),
    ]
    const { mount } = open(() => aBoard([aProp('p', { quotes })]))
    const { element } = mount()
    await waitFor(() => expect(element.textContent).toBe('2.05 at Quill, 3 min · break-even 48.8%'))
  })

  it('follows updates and new prices, and ages', async () => {
    let current = board
    const { mount, shell } = open(() => ({ ...current, asOf: new Date().toISOString() }))
    const { element, price } = mount()
    await waitFor(() => expect(element.textContent).toMatch(/^\+110/))
    price.update({ ...LINE, side: 'UNDER' })
    expect(element.textContent).toMatch(/^−115/)
    current = aBoard([aProp('p', { quotes: [aQuote('quill', 120, -140)] })])
    await shell.queryClient.invalidateQueries({ queryKey: ['odds'] })
    await waitFor(() => expect(element.textContent).toMatch(/^−140 at Quill, 3 min/))
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect(element.textContent).toMatch(/^−140 at Quill, 5 min/)
  })

  it('requests nothing for a visitor who is not signed in', async () => {
    const { mount, calls } = open(() => board, 'signed-out')
    const { element } = mount()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toEqual([])
    expect(element.textContent).toBe('')
  })

  it('stays empty without a source of odds, and asks once', async () => {
    const { mount, calls } = open(() => refuse(404, 'NO_ODDS_SOURCE', 'No odds'))
    const { element } = mount()
    await waitFor(() => expect(calls).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(calls).toHaveLength(1)
    expect(element.textContent).toBe('')
  })

  it('stops its request when no price is shown any more', async () => {
    const { mount, calls } = open(() => board)
    const { element, price } = mount()
    await waitFor(() => expect(element.textContent).not.toBe(''))
    price.unmount()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(calls).toHaveLength(1)
  })

  it('refuses props that name no line', () => {
    expect(isRefused(LINE)).toBe(false)
    expect(isRefused({ ...LINE, personId: null, gamePk: null })).toBe(false)
    expect(isRefused({ ...LINE, side: 'over' })).toBe(true)
    expect(isRefused({ ...LINE, player: '' })).toBe(true)
    expect(isRefused({ ...LINE, more: 1 })).toBe(false)
  })
})

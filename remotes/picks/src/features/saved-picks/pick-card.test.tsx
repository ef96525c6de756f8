import type { Pick, PickRow, TrackLeg } from '@propsight/shared/contracts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aLeg, aRow, NOW } from '../../testing/pick-fixtures.ts'
import { type ExtensionShell, PickCard } from './pick-card.tsx'

const onOpen = vi.fn()
const onDelete = vi.fn()
const onMark = vi.fn()
const NO_EXTENSIONS: ExtensionShell = {}
/** The only card of a grid. */
const card = (row: PickRow, leg?: TrackLeg, shell = NO_EXTENSIONS) => (
  <PickCard {...{ shell, row, leg, onMark, onOpen, onDelete }} marked={false} place={1} index={0} of={1} />
)
const show = (more: Partial<Pick> = {}, leg?: TrackLeg) => render(card(aRow(more), leg))

describe('P5: a saved pick', () => {
  it('shows the forecast probability with interval, grade and break-even, and the counts', () => {
    const { container } = show({})
    expect(screen.getByText('57–69')).toBeDefined()
    expect(screen.getByText('7 of 10 over')).toBeDefined()
    expect(
      screen.getByRole('img', { name: '63 percent likely over, interval 57 to 69, break-even 57.7' })
        .className,
    ).toContain('mid')
    expect(container.textContent).toContain('63%')
  })

  it.each([
    [80, 'good'],
    [60, 'mid'],
    [59, 'low'],
  ])('grades a confidence of %d as %s', (confidence, grade) => {
    show({ confidence })
    expect(screen.getByRole('img').className).toContain(grade)
  })

  it('has no break-even on a goblin', () => {
    show({ oddsType: 'goblin' })
    expect(screen.getByRole('img', { name: '63 percent likely over, interval 57 to 69' })).toBeDefined()
  })

  it('without a forecast shows its hit rate, labelled as no probability', () => {
    const before = aRow({ confidence: null })
    const { forecast: _, ...pick } = before.pick ?? {}
    render(card({ ...before, pick: pick as Pick }))
    expect(screen.getByText('7 of 10 over')).toBeDefined()
    expect(screen.getByText('no probability')).toBeDefined()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it.each([
    ['with its counts', {}, '80%', '8 of 10 under'],
    ['without details', { pick: null }, '75%', 'counts not saved'],
  ])('of the under counts unders, %s', (_, more, rate, counts) => {
    const row = aRow({
      confidence: null,
      bettingAnalysis: { projectedTotal: 2, recommendation: 'UNDER', bettingLine: 1.5 },
      overHitPercentage: 25,
      sample: { window: 10, over: 2, under: 8, push: 0 },
    })
    const { container } = render(card({ ...row, ...more }))
    expect(container.querySelector('b.u-fig')?.textContent).toBe(rate)
    expect(screen.getByText(counts)).toBeDefined()
  })

  it('shows the first pitch of its game when it is known', () => {
    const { unmount } = show({ gameTime: '2026-07-18T19:40:00Z' })
    expect(screen.getByText(/^CIN @ COL · (Sat|Sun) \d{1,2}:40 [AP]M$/)).toBeDefined()
    unmount()
    show({ gameTime: null })
    expect(screen.getByText('CIN @ COL')).toBeDefined()
  })

  it('is opened by its name and deleted by its button, both by keyboard', async () => {
    show()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ player_name: 'Dax Holloway' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Dax Holloway' }))
    await userEvent.keyboard(' ')
    expect(onDelete).toHaveBeenCalledOnce()
  })

  it('can be chosen as a leg while its game is ahead', async () => {
    const { unmount } = show({}, aLeg())
    await userEvent.click(screen.getByRole('checkbox', { name: 'Leg of a parlay: Dax Holloway' }))
    expect(onMark).toHaveBeenCalledWith(aRow().id)
    unmount()
    show({}, aLeg({ status: 'in-progress' }))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it.each([
    ['winner', 3, 'Winner', '3 total bases'],
    ['loser', 1, 'Loser', '1 total base'],
    ['in-progress', 1, 'In progress', '1 now'],
    ['no-game', null, 'NO GAME', null],
  ] as const)('P7 shows the result %s', (status, actual, word, amount) => {
    show({}, aLeg({ status, actual }))
    expect(screen.getByText(word)).toBeDefined()
    if (amount) expect(screen.getByText(amount)).toBeDefined()
  })

  it('P7 shows nothing while the result is pending', () => {
    const { container } = show({}, aLeg())
    expect(container.textContent).not.toMatch(/pending/i)
  })
})

describe('the best price of a saved pick', () => {
  const AHEAD = new Date(NOW + 3_600_000).toISOString()
  /** Renders a pick, and returns the props of the extensions that it shows. */
  function pricesOf(more: Partial<Pick>, leg?: TrackLeg) {
    vi.useFakeTimers({ now: NOW })
    const requests: object[] = []
    const renderExtension = (_: HTMLElement, { name, props }: { name: string; props: object }) => {
      if (name === PRICE.name) requests.push({ name, ...props })
      return { update() {}, unmount() {} }
    }
    const shell = { renderExtension }
    render(card(aRow(more), leg, shell))
    vi.useRealTimers()
    return requests
  }
  const PRICE = {
    name: 'scanner/best-price',
    personId: 1,
    player: 'Dax Holloway',
    stat: 'Total Bases',
    line: 1.5,
    side: 'OVER',
  }

  it('is that of its side and line, in the game of its forecast record', () => {
    expect(pricesOf({}, aLeg({ no_vig: 47.9 }))).toEqual([{ ...PRICE, gamePk: 777, savedNoVig: 47.9 }])
  })
  it('is shown without a record while its game is ahead, and not for a later game of the player', () => {
    expect(pricesOf({ gameTime: AHEAD })).toEqual([{ ...PRICE, gamePk: null }])
    expect(pricesOf({ gameTime: new Date(NOW - 1).toISOString() })).toEqual([])
    expect(pricesOf({})).toEqual([])
  })
})

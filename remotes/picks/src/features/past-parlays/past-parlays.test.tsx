import type { PastParlayRow, TrackLeg } from '@propsight/shared/contracts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createHistoryShell, type HistoryRows } from '../../testing/history-shell.ts'
import { aLeg, aParlay, aPastParlay, aTrackLeg, openGate } from '../../testing/parlay-fixtures.ts'
import { groupIntoStacks, type PastParlay, STACK_WINDOW_MS } from './list-parlays.ts'
import { PastParlays } from './past-parlays.tsx'
import { groupText, morePicksText, outcomeNote, outcomeOf } from './stack-card.tsx'

openGate('Total Bases')

const at = (ms: number): string => new Date(Date.parse('2026-07-18T20:05:00Z') + ms).toISOString()
const past = (number: number, ms: number): PastParlay => ({
  row: aPastParlay(number, { created_at: at(ms) }),
  legs: new Map(),
})
const sizes = (...times: number[]) =>
  groupIntoStacks(times.map((ms, number) => past(number + 1, ms))).map((stack) => stack.length)

function open(history: HistoryRows) {
  const shell = createHistoryShell(history)
  const onClose = vi.fn()
  render(<PastParlays shell={shell} onClose={onClose} />)
  return { onClose, user: userEvent.setup() }
}
const list = () => screen.findByRole('dialog', { name: 'Past Parlays' })

describe('P10: stacks', () => {
  it('contain the parlays generated within 5 minutes (300,000 ms) of each other', () => {
    expect(STACK_WINDOW_MS).toBe(300_000)
    expect(sizes(0, 300_000)).toEqual([2])
    expect(sizes(0, 300_001)).toEqual([1, 1])
    // Each is within five minutes of its neighbour, but the last is not within five minutes of the first.
    expect(sizes(0, 200_000, 400_000)).toEqual([2, 1])
  })

  it('are sorted newest first, for any input order', () => {
    const stacks = groupIntoStacks([past(1, 0), past(2, 900_000), past(3, 1_000)])
    expect(stacks.map((stack) => stack.map(({ row }) => row.created_at))).toEqual([
      [at(900_000)],
      [at(1_000), at(0)],
    ])
  })

  it('show the number of picks beyond the two named ones', () => {
    expect(morePicksText(2)).toBeNull()
    expect(morePicksText(3)).toBe('+1 more pick')
    expect(morePicksText(5)).toBe('+3 more picks')
  })
})

describe('outcomeNote', () => {
  const legsOf = (...legs: [TrackLeg['status'], string][]) =>
    new Map(
      legs.map(([status, team], index) => [
        index + 1,
        aTrackLeg(index, { status, team, leg: index + 1, settled_at: status === 'pending' ? null : at(0) }),
      ]),
    )
  const note = (outcome: PastParlayRow['outcome'], ...legs: [TrackLeg['status'], string][]) =>
    outcomeNote({ row: aPastParlay(1, { outcome }), legs: legsOf(...legs) })

  it('H03 says why a parlay was refunded', () => {
    expect(note('refunded', ['winner', 'TOR'], ['winner', 'TOR'], ['no-game', 'BOS'])).toBe(
      'Refunded: the legs that were played are of one club.',
    )
    expect(note('refunded', ['winner', 'TOR'], ['no-game', 'BOS'])).toBe(
      'Refunded: fewer than two legs were played.',
    )
    expect(note('refunded', ['push', 'TOR'], ['push', 'BOS'])).toBe(
      'Refunded: every leg that was played tied.',
    )
  })

  it('H06 says that open legs of a lost parlay cannot change it, and nothing otherwise', () => {
    const legs = [
      ['loser', 'TOR'],
      ['winner', 'BOS'],
      ['pending', 'SD'],
    ] as [TrackLeg['status'], string][]
    expect(note('lost', ...legs)).toBe('Lost: the open legs cannot change the outcome.')
    expect(note('pending', ...legs)).toBeNull()
    expect(note('lost', ...legs.slice(0, 2))).toBeNull()
    // Settled by earlier rules: the legs do not explain the stored outcome.
    expect(note('won', ['winner', 'TOR'], ['winner', 'TOR'], ['no-game', 'BOS'])).toBeNull()
  })
})

describe('P10: Past Parlays', () => {
  it('shows the sizes of all parlays of a stack', async () => {
    open({ parlays: [aPastParlay(1), aPastParlay(2, { created_at: at(-1_000), parlay_size: 2 })] })
    const card = (await within(await list()).findByRole('button', { name: /July 18, 2026/ })).closest('li')
    expect(card?.textContent).toContain('2–3 legs · newest: Confidence 23.4% · EV +17.2%')
  })

  it('shows a card per stack with badge, leg count, date, confidence, EV, two picks and the insight', async () => {
    open({
      parlays: [
        aPastParlay(1, { outcome: 'won', paid: 5, settled_at: at(20_000_000) }),
        aPastParlay(2, { created_at: at(-1_000) }),
        aPastParlay(3, { created_at: at(-9_000_000), expected_value: null, parlay_size: 2 }),
      ],
    })
    const dialog = await list()
    const cards = await within(dialog).findAllByRole('button', { name: /July 18, 2026/ })
    expect(cards).toHaveLength(2)
    const card = cards[0]?.closest('li')?.textContent ?? ''
    for (const part of [
      '2 parlays',
      '3 legs · Confidence 23.4% · EV +17.2%',
      'Dax Holloway Over 1.5 Total Bases',
      'Cal Whitlock Under 1.5 Total Bases',
      '+1 more pick',
      'Dax Holloway leads at 63%.',
      'Won, pays 5×',
    ]) {
      expect(card).toContain(part)
    }
    expect(card).not.toContain('Gareth Lindqvist')
    const single = cards[1]?.closest('li')?.textContent ?? ''
    expect(single).toContain('EV —')
    expect(single).not.toContain('parlays')
  })

  it('opens Parlay Group Details with each parlay in full and the results of its legs', async () => {
    const id = aPastParlay(1).id
    const track = (leg: number, more: Partial<TrackLeg>) =>
      aTrackLeg(leg, { pick_id: null, parlay_id: id, leg, ...more })
    const { user } = open({
      parlays: [
        aPastParlay(1, { details: aParlay(1, { words: 'no edge shown' }) }),
        aPastParlay(2, { created_at: at(-1_000) }),
      ],
      legs: [track(1, { status: 'winner', actual: 3 }), track(2, { status: 'no-game', actual: null })],
    })
    await user.click(await screen.findByRole('button', { name: /July 18, 2026/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Parlay Group Details' })
    expect(dialog.textContent).toContain('2 parlay(s) generated on July 18, 2026')
    const first = within(dialog).getByRole('region', { name: 'Parlay 1' }).textContent ?? ''
    for (const part of [
      'Parlay 1 3 legs',
      'Confidence23.4% 17.6–29.8',
      'Expected Value+17.2% break-even 20.0 · no edge shown',
      'Dax HollowayMLB · CIN @ COL',
      'Over 1.5Total Bases2.1 Total Bases, expected',
      'Winner3 total bases',
      'NO GAME',
      "Valued and settled by PrizePicks' rules of 2026-09-01.",
      'StrengthDax Holloway leads at 63%.',
      'TrendOver in 7 of 10.',
      'RiskThree legs must hit.',
    ]) {
      expect(first).toContain(part)
    }
    expect(within(dialog).getByRole('region', { name: 'Parlay 2' })).toBeDefined()
  })

  it.each([
    [
      'Total Bases',
      'RiskIts least likely leg is Cal, 51% likely. It returns its stake at 20.0%, and wins 17.2% of it',
    ],
    ['Hits', 'RiskIts least likely leg is Cal, 51% likely. No batting order yet.'],
  ])('a stored risk states the value only while the gate of %s is open', async (statType, risk) => {
    const value =
      'It returns its stake at 20.0%, and wins 17.2% of it on average (80% interval -12.0% to 49.0%): no edge shown.'
    const insights = {
      ...aParlay(1).insights,
      risk: `Its least likely leg is Cal, 51% likely. ${value} No batting order yet.`,
    }
    const details = aParlay(1, { picks: [aLeg(0), aLeg(1, { statType })], insights })
    const { user } = open({ parlays: [aPastParlay(1, { details })] })
    await user.click(await screen.findByRole('button', { name: /July 18, 2026/ }))
    expect((await screen.findByRole('region', { name: 'Parlay 1' })).textContent).toContain(risk)
  })

  const WITH_OPEN_LEGS = ['loser', 'winner', 'winner', 'winner', 'in-progress', 'suspended'] as const
  const openLost = async (clubs: readonly string[]) => {
    const picks = clubs.map((team, number) => aLeg(number, { team }))
    const legs = WITH_OPEN_LEGS.map((status, at) =>
      aTrackLeg(at + 1, {
        ...{ pick_id: null, parlay_id: aPastParlay(1).id, leg: at + 1, status, team: clubs[at] ?? '' },
        settled_at: at < 4 ? '2026-07-19T01:00:00Z' : null,
      }),
    )
    const details = aParlay(1, { picks, parlaySize: 6 })
    const { user } = open({
      parlays: [aPastParlay(1, { details, parlay_size: 6, outcome: 'lost', paid: 0 })],
      legs,
    })
    await user.click(await screen.findByRole('button', { name: /July 18, 2026/ }))
    return screen.findByRole('region', { name: 'Parlay 1' })
  }

  it('H06 says of a lost parlay with open legs that these cannot change the outcome', async () => {
    const parlay = await openLost(['TOR', 'TOR', 'BOS', 'BOS', 'SD', 'AZ'])
    expect(parlay.textContent).toContain('Lost: the open legs cannot change the outcome.')
    for (const result of ['Loser', 'In progress', 'Suspended']) expect(parlay.textContent).toContain(result)
  })

  it('H06 says nothing of it if the ended legs are of one club, since the book may refund the parlay', async () => {
    const parlay = await openLost(['TOR', 'TOR', 'TOR', 'TOR', 'SD', 'AZ'])
    expect(parlay.textContent).not.toContain('Lost:')
  })

  it('dates parlays of the sample league by their games, and says when they were saved', async () => {
    const days = ['2026-08-28', '2026-08-29', '2026-08-28']
    const details = aParlay(1, { picks: days.map((leagueDay, number) => aLeg(number, { leagueDay })) })
    const { user } = open({ parlays: [aPastParlay(1, { created_at: '2026-11-27T20:05:00Z', details })] })
    const card = await screen.findByRole('button', { name: 'August 29, 2026 Saved Nov 27, 2026, 8:05 PM' })
    expect(screen.getByText('Dates are game days. Times in UTC.')).toBeDefined()
    await user.click(card)
    const group = await screen.findByRole('dialog', { name: 'Parlay Group Details' })
    expect(group.textContent).toContain('1 parlay(s) generated on November 27, 2026 · times in UTC')
    expect(within(group).getByRole('heading', { name: 'Parlay 1 3 legs · August 29, 2026' })).toBeDefined()
  })

  it('shows an empty list with a notice and Retry when loading fails', async () => {
    open({ parlays: [aPastParlay(1)], scenario: 'failing' })
    const dialog = await list()
    await within(dialog).findByText(/Past parlays could not be loaded/, undefined, { timeout: 4_000 })
    expect(within(dialog).getByRole('button', { name: 'Retry' })).toBeDefined()
    expect(within(dialog).queryAllByRole('listitem')).toEqual([])
  })

  it('shows an empty state when there are no parlays', async () => {
    open({})
    expect(await screen.findByText('No Past Parlays')).toBeDefined()
  })

  it('shows an old parlay without its picks, and counts unreadable rows', async () => {
    open({
      parlays: [aPastParlay(1, { details: null }), { ...aPastParlay(2), parlay_size: 99 } as PastParlayRow],
    })
    expect(await screen.findByText('Its picks can no longer be read.')).toBeDefined()
    expect(screen.getByText('1 of them could not be read and is not shown.')).toBeDefined()
  })

  it('loads sixty parlays at a time, and older ones on request', async () => {
    const parlays = Array.from({ length: 70 }, (_, number) =>
      aPastParlay(number + 1, {
        created_at: at(-number * 600_000),
        details: aParlay(1, { picks: [aLeg(0), aLeg(1)] }),
      }),
    )
    const { user } = open({ parlays })
    const cards = () => screen.queryAllByRole('button', { name: /Saved Jul/ })
    await waitFor(() => expect(cards()).toHaveLength(60))
    await user.click(screen.getByRole('button', { name: 'Show older parlays' }))
    await waitFor(() => expect(cards()).toHaveLength(70))
    expect(screen.queryByRole('button', { name: 'Show older parlays' })).toBeNull()
  })
})

describe('P10: the text of a past parlay', () => {
  it('states its outcome and payout', () => {
    expect(outcomeOf({ outcome: 'pending', paid: null })).toEqual({ text: 'Open' })
    expect(outcomeOf({ outcome: 'won', paid: null })).toEqual({ text: 'Won', tone: 'good' })
    expect(outcomeOf({ outcome: 'won', paid: 1.5 })).toEqual({ text: 'Won, pays 1.5×', tone: 'good' })
    expect(outcomeOf({ outcome: 'lost', paid: 0 })).toEqual({ text: 'Lost', tone: 'low' })
    expect(outcomeOf({ outcome: 'refunded', paid: 1 })).toEqual({ text: 'Refunded' })
  })

  it('names its group as specified', () => {
    expect(groupText(1, '2026-07-18T12:00:00Z')).toBe('1 parlay(s) generated on July 18, 2026')
  })
})

import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { aLeg, aRow } from '../../testing/pick-fixtures.ts'
import { legCandidates, legsText, ParlayBar, paysText } from './parlay-bar.tsx'

const six = Array.from({ length: 6 }, (_, at) => aRow({ id: `pick_175285000000${at}_abcd` }))

function Bar({ onParlay }: { onParlay(size: number): void }) {
  const [size, setSize] = useState(2)
  return (
    <ParlayBar
      rows={six}
      open={six}
      size={size}
      onSize={setSize}
      busy={false}
      chosen={null}
      onParlay={() => onParlay(size)}
    />
  )
}

it('P5 the parlay bar steps from 2 to 10 legs and requests the chosen size for one credit', async () => {
  const onParlay = vi.fn()
  render(<Bar onParlay={onParlay} />)
  const value = screen.getByRole('spinbutton', { name: 'Parlay size' })
  expect([
    value.ariaValueMin ?? value.getAttribute('aria-valuemin'),
    value.getAttribute('aria-valuemax'),
  ]).toEqual(['2', '10'])
  expect(screen.getByText('2 legs from 6 picks')).toBeDefined()
  expect(screen.getByText('Pays 3×; break-even 33.3% for all legs')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Less Parlay size' }).hasAttribute('disabled')).toBe(true)
  value.focus()
  await userEvent.keyboard('{End}')
  expect(screen.getByText('Save 4 picks more for 10 legs')).toBeDefined()
  // With too few picks the button stays enabled, and a press reports the reason (P8).
  await userEvent.click(screen.getByRole('button', { name: /^Parlay ?1 credit$/ }))
  expect(onParlay).toHaveBeenCalledWith(10)
})

it.each([
  [2, 'Pays 3×; break-even 33.3% for all legs'],
  [3, 'Pays 5×; break-even 20.0% for all legs'],
  [6, 'Pays 37.5×; break-even 2.7% for all legs'],
  [7, 'No public payout for 7 legs: chances only'],
  [10, 'No public payout for 10 legs: chances only'],
])('the parlay bar shows the payout of %d legs', (size, text) => {
  expect(paysText(size, 6, six)).toBe(text)
})

it('the parlay bar shows no public payout for goblins and demons', () => {
  const odd = six.map((row) => ({ ...row, pick: row.pick && { ...row.pick, oddsType: 'goblin' as const } }))
  expect(paysText(2, 6, odd)).toBe('Goblins, demons, promos: no standard payout')
  expect(paysText(2, 8, [...odd, ...six.slice(0, 2)])).toBe('Pays 3×; break-even 33.3% for all legs')
  expect(legsText(2, 1, 1)).toBe('Save 1 pick more for 2 legs')
})

it('P5 P8 the parlay bar counts only picks whose games have not begun', () => {
  const statuses = ['pending', 'in-progress', 'winner', 'no-game'] as const
  const legs = new Map(statuses.map((status, at) => [six[at]?.id ?? '', aLeg({ status })]))
  const open = legCandidates(six, legs)
  expect(open).toEqual([six[0], six[4], six[5]])
  expect([legsText(2, 6, 3), paysText(2, 6, open)]).toEqual([
    '2 legs from 3 of 6 picks',
    'Pays 3×; break-even 33.3% for all legs',
  ])
  expect(paysText(4, 6, open)).toBe('Only 3 have a game still to come')
})

it('P5 P8 the parlay bar offers no legs and no parlay when every game has begun', () => {
  render(
    <ParlayBar
      rows={six}
      open={[]}
      size={2}
      onSize={vi.fn()}
      busy={false}
      chosen={null}
      onParlay={vi.fn()}
    />,
  )
  expect(screen.getByRole('status').textContent).toBe('No pick can be a leg No game is still to come')
  expect(screen.queryByRole('spinbutton')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Parlay/ }).disabled).toBe(true)
})

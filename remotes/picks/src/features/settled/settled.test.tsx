import { createScriptedShell } from '@propsight/harness'
import type { RemoteProps, TrackLeg } from '@propsight/shared/contracts'
import { render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { aLeg } from '../../testing/pick-fixtures.ts'
import { Settled } from './settled.tsx'

const Part: ComponentType<RemoteProps> = Settled

let legs: TrackLeg[] = []
const PARLAY = '6f9619ff-8b86-4d01-b42d-00c04fc96400'

/** Adds a result to the table, one minute later than the one before. */
const settle = (status: TrackLeg['status'], more: Partial<TrackLeg> = {}) => {
  const settledAt = new Date(Date.UTC(2026, 6, 19, 4, legs.length)).toISOString()
  legs.push(aLeg({ id: crypto.randomUUID(), status, settled_at: settledAt, ...more }))
}

/** A visit: a page with a query client of its own. Browser storage is that of the visits before. */
function visit(refusal?: Response) {
  const { shell, account } = createScriptedShell({
    answers: {
      tables: { track_legs: ({ userId }) => legs.map((leg) => ({ ...leg, user_id: userId })) },
      refuseData: () => refusal?.clone(),
    },
  })
  shell.queryClient.setDefaultOptions({ queries: { retry: false } })
  return { shell, account, ...render(<Part shell={shell} />) }
}
const isEmpty = ({ container }: ReturnType<typeof visit>) =>
  waitFor(() => expect(container.innerHTML).toBe(''))

beforeEach(() => {
  localStorage.clear()
  legs = []
})

it('the first visit on a device announces no result, and the next one those settled since', async () => {
  settle('winner')
  await isEmpty(visit())
  settle('winner')
  settle('winner')
  settle('loser')
  settle('push')
  settle('no-game')
  settle('winner', { pick_id: null, parlay_id: PARLAY, leg: 1 })
  settle('in-progress', { settled_at: null })
  visit()
  expect(await screen.findByText('Picks settled: 2 won · 1 lost · 1 push · 1 no game')).toBeDefined()
})

it('the results of a visit stay shown when the part is shown again, and are not announced on the next visit', async () => {
  await isEmpty(visit())
  settle('loser')
  const { shell, unmount } = visit()
  await screen.findByText('Picks settled: 1 lost')
  unmount()
  settle('winner')
  // The tables of a page are filled once.
  await shell.supabase.from('track_legs').insert({ ...legs.at(-1), user_id: shell.session.get()?.id })
  const again = render(<Part shell={shell} />)
  expect(await screen.findByText('Picks settled: 1 won · 1 lost')).toBeDefined()
  again.unmount()
  await isEmpty(visit())
})

it('links to My Picks within the page', async () => {
  await isEmpty(visit())
  settle('winner')
  const { shell } = visit()
  const link = await screen.findByRole('link', { name: 'My Picks' })
  expect(link.getAttribute('href')).toBe('/picks')
  link.click()
  expect(shell.location.get().path).toBe('/picks')
})

it('a failed read leaves the part out, and announces the results on a later visit', async () => {
  await isEmpty(visit())
  settle('winner')
  // The client reads again after a 503, with pauses of seconds.
  await isEmpty(visit(Response.json({ message: 'no rights' }, { status: 403 })))
  visit()
  expect(await screen.findByText('Picks settled: 1 won')).toBeDefined()
})

it('another user of the device starts with a first visit, and a stored value of another form counts as none', async () => {
  await isEmpty(visit())
  settle('winner')
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, 'yesterday')
  await isEmpty(visit())
  settle('winner')
  for (const key of Object.keys(localStorage))
    localStorage.setItem(`${key}x`, localStorage.getItem(key) ?? '')
  for (const key of Object.keys(localStorage)) if (!key.endsWith('x')) localStorage.removeItem(key)
  await isEmpty(visit())
})

import type { RegistryEntry } from '@propsight/shared/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { recordLoad } from '../../loader/load-log.ts'
import { makeMinimalEntry } from '../../loader/testing/make-entry.ts'
import { layerAtom } from '../../state/layer.ts'
import { userAtom } from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, within as inside, USER_ID } from '../../testing/fake-services.tsx'

const { mocked } = vi.hoisted(() => ({
  mocked: { registry: null as unknown, reload: null as unknown, retried: [] as string[] },
}))
vi.mock('../../loader/use-registry.ts', () => ({
  useRegistry: () => ({
    status: 'ready',
    registry: mocked.registry,
    newest: mocked.registry,
    source: 'page',
    error: null,
    reload: mocked.reload,
  }),
}))
vi.mock('../../loader/preload-remote.ts', () => ({
  retryRemote: (entry: RegistryEntry) => mocked.retried.push(entry.name),
}))
const { FederationPanel } = await import('./federation-panel.tsx')

function show(requested: boolean, { developer = true } = {}) {
  const { services, supabase } = fakeServices()
  supabase.tables.developers = () => ({ data: developer ? [{ user_id: USER_ID }] : [], error: null })
  services.store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  const Inside = inside(services)
  const view = render(
    <QueryClientProvider client={services.queryClient}>
      <Inside>
        <FederationPanel requested={requested} />
      </Inside>
    </QueryClientProvider>,
  )
  return { ...view, services, user: userEvent.setup() }
}
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })

beforeEach(() => {
  mocked.retried = []
  mocked.reload = vi.fn(async () => {})
  mocked.registry = {
    schema: 1,
    generatedAt: '',
    remotes: [
      makeMinimalEntry('alpha', { mount: 'tab', path: '/', title: 'Alpha', order: 1 }),
      makeMinimalEntry('beta', { mount: 'tab', path: '/beta', title: 'Beta', order: 2 }),
    ],
    ticket: 'not for the reader',
  }
})
afterEach(() => sessionStorage.clear())

it('F5 the federation panel lists remotes, follows their loads, and retries a failed one', async () => {
  const { user } = show(true)
  expect(within(row('alpha')).getByText('Not asked for')).toBeTruthy()
  act(() => recordLoad({ name: 'alpha', version: '1.0.0', state: 'loaded', trace: '1a', ms: 41, at: 1 }))
  act(() =>
    recordLoad({
      name: 'beta',
      version: '1.0.0',
      state: 'failed',
      kind: 'manifest',
      trace: '2b',
      ms: 9,
      at: 1,
    }),
  )
  expect(row('alpha').textContent).toContain('Loaded')
  expect(row('alpha').textContent).toContain('41')
  expect(row('beta').textContent).toContain('manifest')
  expect(screen.queryByRole('button', { name: 'Retry alpha' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Retry beta' }))
  expect(mocked.retried).toEqual(['beta'])
  await user.click(screen.getByRole('button', { name: 'Reload registry' }))
  expect(mocked.reload).toHaveBeenCalledOnce()
})

it('F5 the federation panel copies its content as JSON, without the ticket', async () => {
  const { user, services } = show(true)
  await user.click(screen.getByRole('button', { name: 'Copy as JSON' }))
  await waitFor(() => expect(services.store.get(toastsAtom)[0]?.message).toBe('Copied as JSON.'))
  const copied = await navigator.clipboard.readText()
  expect(JSON.parse(copied).remotes.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'beta'])
  expect(copied).not.toContain('not for the reader')
})

it('F5 the federation panel offers an override to developers only, and opens a confirmation first', async () => {
  const { user, services, unmount } = show(true)
  await user.click(await screen.findByRole('button', { name: 'Point beta at my machine' }))
  expect(services.store.get(layerAtom)).toEqual({ kind: 'override', name: 'beta', url: null })
  unmount()
  const other = show(true, { developer: false })
  await waitFor(() => expect(other.services.queryClient.getQueryData(['developer', USER_ID])).toBe(false))
  expect(screen.queryByRole('button', { name: /my machine/ })).toBeNull()
})

it('F5 the federation panel folds on Escape, stays closed, and is one button unless requested', async () => {
  const panel = show(true)
  expect(sessionStorage.getItem(STORAGE.debug)).toBe('federation')
  act(() => screen.getByRole('button', { name: 'Reload registry' }).focus())
  await panel.user.keyboard('{Escape}')
  const fold = screen.getByRole('button', { name: 'Federation', expanded: false })
  expect(document.activeElement).toBe(fold)
  await panel.user.keyboard('{Enter}')
  await panel.user.click(screen.getByRole('button', { name: 'Close the federation panel' }))
  expect(panel.container.textContent).toBe('')
  expect(sessionStorage.getItem(STORAGE.debug)).toBe('closed')
  panel.unmount()
  show(false)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByRole('table')).toBeNull()
})

import type { ShellApi } from '@propsight/shared/contracts'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

const runtime = vi.hoisted(() => ({ loadRemote: vi.fn(), registerRemotes: vi.fn() }))
vi.mock('@module-federation/enhanced/runtime', () => runtime)

import { RemoteView } from './remote-view.tsx'
import { retryRemote } from './retry-remote.ts'
import { makeEntry } from './testing/make-entry.ts'

it('F4 a remote that shows its panel recovers where it stands when it is retried from elsewhere', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const Root = () => <p>back</p>
  runtime.loadRemote
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ default: { contract: '1.0', name: 'alpha', Root } })
  const entry = makeEntry('alpha')
  render(<RemoteView entry={entry} shell={{ notify: vi.fn() } as unknown as ShellApi} />)
  await screen.findByRole('heading', { name: 'alpha is unavailable' })
  act(() => retryRemote(makeEntry('beta')))
  expect(screen.getByRole('heading', { name: 'alpha is unavailable' })).toBeTruthy()
  act(() => retryRemote(entry))
  await screen.findByText('back')
})

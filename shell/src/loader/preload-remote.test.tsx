import type { ShellApi } from '@propsight/shared/contracts'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { retryRemote } from './preload-remote.ts'
import { RemoteView } from './remote-view.tsx'
import { containerOf, type RunEntry, remoteOf, startHost } from './testing/federation-host.ts'
import { makeRelease } from './testing/make-entry.ts'

it('F4 retryRemote recovers a remote that shows its error panel in place', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const runEntry = vi
    .fn<RunEntry>()
    .mockRejectedValueOnce(new Error('unreachable'))
    .mockResolvedValue(containerOf(remoteOf('alpha', () => <p>back</p>)))
  startHost((remote) => runEntry(remote))
  const entry = makeRelease('alpha')
  render(<RemoteView entry={entry} shell={{ notify: vi.fn() } as unknown as ShellApi} />, {
    wrapper: MemoryRouter,
  })
  await screen.findByRole('heading', { name: 'alpha is unavailable' })
  act(() => retryRemote(makeRelease('beta')))
  expect(screen.getByRole('heading', { name: 'alpha is unavailable' })).toBeTruthy()
  act(() => retryRemote(entry))
  await screen.findByText('back')
})

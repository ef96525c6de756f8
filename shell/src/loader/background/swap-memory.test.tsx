import { getInstance, loadRemote, loadShare, registerRemotes } from '@module-federation/enhanced/runtime'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { listReleases } from '../load-release.ts'
import type { RemoteInfo, ShareScope } from '../testing/federation-host.ts'
import { makeRelease } from '../testing/make-entry.ts'
import { runEntry } from '../testing/show-remote.tsx'
import { publish, runRelease, start, startSwapHost } from '../testing/swap-host.tsx'

/** The share scope that the host passed to the newest container. */
let shareScope: ShareScope = {}

startSwapHost()
beforeEach(() => {
  runEntry.mockImplementation(async (remote) => {
    const container = await runRelease(remote)
    return {
      ...container,
      init(scope, ...rest) {
        shareScope = scope
        return container.init(scope, ...rest)
      },
    }
  })
})

describe('F2 fifty deploys while a page stays open', () => {
  it('keep as many elements, containers and globals in memory as one', async () => {
    await start(['alpha'], makeRelease('alpha'))
    const ran = (): RemoteInfo[] => runEntry.mock.calls.map(([remote]) => remote)
    const size = () => ({
      head: document.head.childElementCount,
      globals: Object.keys(globalThis).filter((key) => /alpha_\d/.test(key)).length,
      instances: ran().filter(({ entryGlobalName: name }) => getInstance((each) => each.name === name))
        .length,
      users: Object.values(shareScope.react ?? {}).flatMap(({ useIn }) => useIn).length,
      known: listReleases().filter((key) => key.startsWith('alpha@')).length,
    })
    await publish(makeRelease('alpha'))
    await waitFor(() => expect(listReleases().filter((key) => key.startsWith('alpha@'))).toHaveLength(1))
    const one = size()
    for (let deploy = 0; deploy < 50; deploy += 1) {
      const next = makeRelease('alpha')
      await publish(next)
      await screen.findByText(`alpha ${next.version}`)
    }
    await waitFor(() => expect(size()).toEqual(one))
    expect(one).toEqual({ head: 1, globals: 2, instances: 1, users: 1, known: 1 })
  })

  it('unregister each earlier container, and React is still shared', async () => {
    await start(['alpha'], makeRelease('alpha'))
    const [first] = runEntry.mock.calls[0] ?? []
    if (!first) throw new Error('no entry ran')
    const { name, entry, entryGlobalName } = first
    const next = makeRelease('alpha')
    await publish(next)
    await screen.findByText(`alpha ${next.version}`)
    await expect(loadRemote(`${name}/remote`)).rejects.toThrow('RUNTIME-004')
    expect(await loadShare('react')).toBeTypeOf('function')
    // Nothing is cached: a container with the same name runs its entry again.
    registerRemotes([{ name, entry, entryGlobalName, type: 'global' }])
    runEntry.mockClear()
    await loadRemote(`${name}/remote`)
    expect(runEntry).toHaveBeenCalledOnce()
  })
})

import type { TracedRequest } from '@propsight/shared/client'
import type { ApiRequest, Readable, RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { recordPageError } from '../state/page-errors.ts'
import { loadTrace } from './load-release.ts'
import { registryStore } from './use-registry.ts'

/** Navigations of a remote within `WITHIN_MS`. More are treated as a loop, which would hang the page. */
const MAX_NAVIGATIONS = 20
const WITHIN_MS = 1_000

type ConfiguredRelease = Pick<RegistryEntry, 'name' | 'version' | 'config'>

/**
 * The configuration of a release. The newest registry has it, also while the release waits for its replacement, in the
 * form that this release declares.
 */
function configOf({ name, version, config = {} }: ConfiguredRelease): ShellApi['config'] {
  const { get, subscribe } = registryStore()
  let values = config
  return {
    get() {
      const entry = get().newest?.remotes.find((remote) => remote.name === name)
      const next = [entry, entry?.fallback].find((release) => release?.version === version)?.config
      // The same object while nothing changed, so that subscribers do not render again.
      if (next && JSON.stringify(next) !== JSON.stringify(values)) values = next
      return values as ReturnType<ShellApi['config']['get']>
    },
    subscribe,
  }
}

/** The shell as one mounted remote gets it. */
export interface Containment {
  shell: ShellApi
  /** Whether the remote may navigate now; counts the navigation. For the router's own hooks and links. */
  mayNavigate(): boolean
}

/**
 * Wraps the shell API for one mounted remote. Navigations are ignored after the remote was unmounted, so that a
 * clean-up cannot navigate away from the next screen, and they are rate-limited against loops. Unsaved-work
 * checks that the remote did not unregister are ignored after unmount, so that they do not delay updates. Its API calls
 * carry the trace id of its load. Runs and requests outlive a mount, but not the release: code that another release
 * replaced makes no calls, shows nothing and is not notified any more.
 * @param release whose code gets it
 * @param isMounted whether the remote is mounted
 * @param trace returns the trace id of the load; undefined once the release was removed from the page
 * @param now clock, ms
 */
export function containShell(
  shell: ShellApi,
  release: ConfiguredRelease,
  isMounted: () => boolean,
  trace: () => string | undefined,
  now: () => number = () => performance.now(),
): Containment {
  let recent: number[] = []
  const mayNavigate = () => {
    const at = now()
    recent = recent.filter((before) => at - before < WITHIN_MS)
    if (!isMounted() || recent.length >= MAX_NAVIGATIONS) return false
    recent.push(at)
    return true
  }
  const traced = (call?: ApiRequest): TracedRequest => {
    if (!trace()) {
      const error = new Error('This release was removed from the page, and makes no calls any more')
      recordPageError('error', error)
      throw error
    }
    return { ...call, trace: trace() }
  }
  const whileLoaded = <T>(source: Readable<T>): Readable<T> => ({
    ...source,
    subscribe(onChange) {
      const end = source.subscribe(() => (trace() ? onChange() : end()))
      return end
    },
  })
  return {
    mayNavigate,
    shell: {
      ...shell,
      api: {
        json: async (path, call) => shell.api.json(path, traced(call)),
        stream: (path, call) => shell.api.stream(path, traced(call)),
      },
      session: whileLoaded(shell.session),
      profile: whileLoaded(shell.profile),
      credits: whileLoaded(shell.credits),
      location: whileLoaded(shell.location),
      config: whileLoaded(configOf(release)),
      notify(toast) {
        if (trace()) shell.notify(toast)
      },
      navigate(to, options) {
        if (mayNavigate()) shell.navigate(to, options)
      },
      registerUnsavedWork: (hasUnsavedWork) =>
        shell.registerUnsavedWork(() => isMounted() && hasUnsavedWork()),
    },
  }
}

/** `containShell` for the lifetime of the calling component; returns the same object on every render. */
export function useContainedShell(shell: ShellApi, release: ConfiguredRelease): Containment {
  const { name, version } = release
  const mounted = useRef(true)
  // React runs clean-ups of parents before those of children, so this is false in the remote's clean-ups.
  useLayoutEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer registry may describe the release by another object
  return useMemo(
    () =>
      containShell(
        shell,
        release,
        () => mounted.current,
        () => loadTrace({ name, version }),
      ),
    [shell, name, version],
  )
}

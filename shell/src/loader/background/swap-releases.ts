import { CONTRACT_VERSION, acceptsContract, type RegistryEntry } from '@propsight/shared/contracts'
import { flushSync } from 'react-dom'
import type { LocationStore } from '../../state/location.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import type { Update } from '../../state/updates.ts'
import { chooseRelease, giveUp, isUntold } from '../choose-release.ts'
import type { RegistryStore } from '../registry-store.ts'
import { isOwnMachine, releaseKey } from '../release-records.ts'
import { loadedRelease, loadRelease } from '../load-release.ts'
import { sweepReleases } from './dispose-release.ts'
import { followAddress } from './follow-address.ts'
import { holdPlace, isOccupied } from './scroll-and-focus.ts'

/** Interval for checking unsaved work, ms. The checks are polled, because they send no events. */
const LOOK_AGAIN_MS = 1_000

export interface SwapOptions {
  store: RegistryStore
  /** Version of the running shell; undefined in an unbuilt shell. */
  version: string | undefined
  location: Pick<LocationStore, 'get' | 'navigate'>
  reload(): void
  /** Called with all pending updates whenever they change. */
  onUpdates(updates: readonly Update[]): void
}

/**
 * Replaces shown releases with newer ones without a reload. Each newer release is first loaded in the
 * background, so that a broken one changes nothing on the screen. It is shown when no work would be lost.
 * Until then it is offered as an update that the user can accept. A newer shell needs a reload, so it is
 * always offered.
 * @returns stops replacing
 */
export function swapReleases({ store, version, location, reload, onUpdates }: SwapOptions): () => void {
  /** Releases that failed in the background and have no fallback. Not tried again. */
  const failed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''

  /** Entries of the newest registry that are not shown yet and that this shell can show. */
  const waiting = (): RegistryEntry[] => {
    const { registry, newest } = store.get()
    return (newest?.remotes ?? []).filter((entry) => {
      const shown = registry?.remotes.find(({ name }) => name === entry.name)
      if (!shown || shown.version === entry.version) return false
      if (isOwnMachine(shown) || isOwnMachine(entry)) return false
      // A release that needs a newer shell is loaded after the update of the shell.
      return acceptsContract(CONTRACT_VERSION, entry.contract) && !failed.has(releaseKey(entry))
    })
  }

  /** Remotes that are shown and that the newest registry no longer contains. */
  const withdrawn = (): RegistryEntry[] => {
    const { registry, newest } = store.get()
    const names = newest?.remotes.map(({ name }) => name) ?? []
    return (registry?.remotes ?? []).filter((entry) => !isOwnMachine(entry) && !names.includes(entry.name))
  }

  const take = (entries: readonly RegistryEntry[]) => {
    const putBack = holdPlace()
    const before = store.get().registry?.remotes
    flushSync(() => {
      store.take(entries.map(({ name }) => name))
      for (const entry of entries)
        followAddress(
          location,
          before?.find(({ name }) => name === entry.name),
          entry,
        )
    })
    putBack()
    sweepReleases(store.get())
    settle()
  }

  const tell = (due: readonly RegistryEntry[]) => {
    const shell = store.get().newest?.shell
    const updates: Update[] = due.map((entry) => ({
      id: releaseKey(entry),
      title: entry.placement.title,
      how: 'swap',
      run: () => take([entry]),
    }))
    if (version && shell && shell.version !== version)
      updates.unshift({ id: `shell@${shell.version}`, title: 'Propsight', how: 'reload', run: reload })
    const ids = updates.map(({ id }) => id).join()
    if (ids === told) return
    told = ids
    onUpdates(updates)
  }

  const settle = () => {
    clearTimeout(timer)
    const due = waiting().filter((entry) => loadedRelease(chooseRelease(entry)))
    const changes = [...due, ...withdrawn()]
    const unsaved = hasUnsavedWork()
    if (changes.length > 0 && !unsaved && !isOccupied()) return take(changes)
    if (changes.length > 0) timer = setTimeout(settle, LOOK_AGAIN_MS)
    tell(unsaved ? due : [])
  }

  const prepare = (entry: RegistryEntry): void => {
    const release = chooseRelease(entry)
    const fallbackOf = release === entry ? undefined : entry.version
    loadRelease(release, fallbackOf).then(settle, () => {
      // Without a network the release is not the cause. The next registry change tries again.
      if (!navigator.onLine) return
      // The shown release stays, so the failure is not announced to the user.
      if (!fallbackOf && giveUp(entry) && isUntold(entry)) prepare(entry)
      else failed.add(releaseKey(entry))
    })
  }

  const look = () => {
    for (const entry of waiting()) prepare(entry)
    settle()
  }
  const unsubscribe = store.subscribe(look)
  look()
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

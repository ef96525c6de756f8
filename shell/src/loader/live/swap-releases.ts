import { CONTRACT_VERSION, contractAccepts, type RegistryEntry } from '@propsight/shared/contracts'
import { flushSync } from 'react-dom'
import type { LocationStore } from '../../state/location.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import type { Update } from '../../state/updates.ts'
import { chooseRelease, giveUp, isUntold } from '../broken-releases.ts'
import type { RegistryStore } from '../registry-store.ts'
import { isOwnMachine, releaseKey } from '../release-assets.ts'
import { loadedRelease, loadRelease } from '../runtime.ts'
import { sweepReleases } from './dispose-release.ts'
import { followAddress } from './follow-address.ts'
import { holdPlace, isOccupied } from './hold-place.ts'

/** How often it is looked whether the work is saved: its checks are asked, they do not tell. */
const LOOK_AGAIN_MS = 1_000

export interface SwapOptions {
  store: RegistryStore
  /** The shell's own version; absent where nothing was built. */
  version: string | undefined
  location: Pick<LocationStore, 'get' | 'navigate'>
  reload(): void
  /** Told of everything that waits for the user, whenever it changes. */
  onUpdates(updates: readonly Update[]): void
}

/**
 * Brings newer releases onto the screen without a reload. Each is loaded in the background first, so that a broken one
 * changes nothing, and shown when no work would be lost; until then it waits as an update that the user may take. A
 * newer shell, which this page cannot become, always waits.
 * @returns the function that ends it
 */
export function swapReleases({ store, version, location, reload, onUpdates }: SwapOptions): () => void {
  /** Failed in the background, with nothing to fall back to: left alone until the next release. */
  const failed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''

  /** Entries of the newest registry that are not shown yet, but could be. */
  const waiting = (): RegistryEntry[] => {
    const { registry, newest } = store.get()
    return (newest?.remotes ?? []).filter((entry) => {
      const shown = registry?.remotes.find(({ name }) => name === entry.name)
      if (!shown || shown.version === entry.version) return false
      if (isOwnMachine(shown) || isOwnMachine(entry)) return false
      // One for a newer shell comes with that shell.
      return contractAccepts(CONTRACT_VERSION, entry.contract) && !failed.has(releaseKey(entry))
    })
  }

  /** Remotes that are still shown, and that the newest registry does not name any more. */
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
      // Without a network it is not the release that failed: the next look tries again.
      if (!navigator.onLine) return
      // What is on the screen goes on, so there is nothing to tell.
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

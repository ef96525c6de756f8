import { getInstance } from '@module-federation/enhanced/runtime'
import type { RouterLocation } from '@propsight/shared/client'
import { acceptsContract, CONTRACT_VERSION, pathsOf, type RegistryEntry } from '@propsight/shared/contracts'
import { flushSync } from 'react-dom'
import type { Update } from '../../state/toasts.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import { chooseRelease, markBroken, takeUnannounced } from '../choose-release.ts'
import { removeLease } from '../lease/lease.ts'
import { listReleases, loadedRelease, loadRelease, removeReleaseRecords } from '../load-release.ts'
import type { RegistryState, RegistryStore } from '../registry-store.ts'
import { findAsset, isDeveloperMachine, isMounted, releaseKey } from '../release-records.ts'

type Instance = NonNullable<ReturnType<typeof getInstance>>

/**
 * Removes every release that is neither mounted nor named by a registry entry. This bounds the page's memory.
 */
export function removeUnusedReleases({ registry, newest }: Pick<RegistryState, 'registry' | 'newest'>): void {
  const entries = [...(registry?.remotes ?? []), ...(newest?.remotes ?? [])]
  const needed = new Set(entries.flatMap((entry) => [releaseKey(entry), releaseKey(chooseRelease(entry))]))
  for (const release of listReleases())
    if (!needed.has(release) && !isMounted(release)) removeRelease(release)
}

/** Removes a release's scripts, style sheets and containers, and the runtime's records of them. */
export function removeRelease(release: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('script[src], link[href]')) {
    const address = element.getAttribute(element instanceof HTMLScriptElement ? 'src' : 'href')
    if (address && findAsset(address)?.release === release) element.remove()
  }
  removeLease(release)
  const host = getInstance()
  for (const container of removeReleaseRecords(release)) {
    if (host) {
      forgetContainer(host, container.name)
      forgetInstances(host, container.globalName)
    }
    removeGlobals(container.globalName)
  }
}

/** Removes the host's records of a container. The runtime's `removeRemote` is not public; these maps are. */
function forgetContainer(host: Instance, name: string): void {
  const { remotes } = host.options
  const at = remotes.findIndex((remote) => remote.name === name)
  if (at >= 0) remotes.splice(at, 1)
  host.moduleCache.delete(name)
  const { idToRemoteMap } = host.remoteHandler
  for (const [id, remote] of Object.entries(idToRemoteMap)) if (remote.name === name) delete idToRemoteMap[id]
  for (const key of Object.keys(globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__))
    if (key.startsWith(`${name}:`)) delete globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__[key]
}

/**
 * Removes the runtime instance of a container. A container that is built with the federation runtime creates
 * its own instance, is recorded as a user of shared packages (`useIn`), and may have added packages to the
 * host's share scope. Changes by a plain webpack container cannot be undone.
 */
function forgetInstances(host: Instance, name: string): void {
  const { __INSTANCES__: instances, __SHARE__: scopes } = globalThis.__FEDERATION__
  for (const instance of instances.filter((each) => each.name === name)) {
    instances.splice(instances.indexOf(instance), 1)
    // Instances of one runtime share one id, so the entry is removed only if it is the scope of this
    // instance.
    for (const [id, scope] of Object.entries(scopes)) if (scope === instance.shareScopeMap) delete scopes[id]
  }
  for (const versions of Object.values(host.shareScopeMap).flatMap((scope) => Object.values(scope)))
    for (const [version, shared] of Object.entries(versions)) {
      if (!Array.isArray(shared.useIn)) continue
      shared.useIn = shared.useIn.filter((user) => user !== name)
      if (shared.from === name && shared.useIn.length === 0) delete versions[version]
    }
}

/**
 * Removes the container's global and its chunk array. The build chooses the name of the chunk array, but the
 * name must contain the container's name, or two releases of a remote would share their chunks.
 */
function removeGlobals(globalName: string): void {
  for (const key of Object.keys(globalThis)) {
    const isRegister = key.includes(globalName) && Array.isArray(Reflect.get(globalThis, key))
    // A global declared with `var` cannot be deleted, so its value is cleared.
    if ((isRegister || key === globalName) && !Reflect.deleteProperty(globalThis, key))
      Reflect.set(globalThis, key, undefined)
  }
}

/**
 * Navigates to the new path when a newer release of the shown remote declares another path. Otherwise the old
 * path would show the Dashboard.
 */
export function followMovedPath(
  location: Pick<RouterLocation, 'get' | 'navigate'>,
  old: RegistryEntry | undefined,
  entry: RegistryEntry,
): void {
  const { path, search } = location.get()
  const [to] = pathsOf(entry.placement)
  if (!old || !to || !pathsOf(old.placement).includes(path) || pathsOf(entry.placement).includes(path)) return
  location.navigate(to + search, { replace: true })
}

/** Popups that close when the remote below them is replaced. */
const POPUPS = '[role$="dialog"], [role="menu"], [role="listbox"]'
/** How long the height of a replaced screen is held, ms. The new release loads its data again. */
const HOLD_HEIGHT_MS = 5_000

/**
 * Whether the focus is in an input that would be lost when its remote is replaced and that no unsaved-work
 * check covers: a text field, an open dialog or an open menu.
 */
export function hasActiveInput({ activeElement: field }: Document = document): boolean {
  if (field?.closest(POPUPS)) return true
  if (field instanceof HTMLTextAreaElement) return true
  if (field instanceof HTMLInputElement) return !/^(button|checkbox|radio|range|submit)$/.test(field.type)
  return field instanceof HTMLElement && field.isContentEditable
}

/**
 * Remembers scroll position and focus before a remote is replaced.
 * @returns restores both. The focus moves to the surrounding dialog or `main` when its element was removed.
 */
export function rememberScrollAndFocus(page: Document = document): () => void {
  const { activeElement: focused, defaultView } = page
  const holder = focused?.closest<HTMLElement>('[role$="dialog"], main')
  const main = page.querySelector('main')
  const height = main?.offsetHeight ?? 0
  const left = defaultView?.scrollX ?? 0
  const top = defaultView?.scrollY ?? 0
  return () => {
    if (focused && !focused.isConnected) holder?.focus({ preventScroll: true })
    if (!defaultView || (left === 0 && top === 0)) return
    if (main) holdHeight(main, height)
    if (defaultView.scrollX !== left || defaultView.scrollY !== top)
      defaultView.scrollTo({ left, top, behavior: 'instant' })
  }
}

/** Holds the height, because the browser would scroll up when the new screen is shorter at first. */
function holdHeight(main: HTMLElement, height: number): void {
  main.style.minHeight = `${height}px`
  setTimeout(() => {
    main.style.minHeight = ''
  }, HOLD_HEIGHT_MS)
}

/** Interval for checking unsaved work, ms. The checks are polled, because they send no events. */
const CHECK_INTERVAL_MS = 1_000

export interface SwapOptions {
  store: RegistryStore
  /** Version of the running shell; undefined in an unbuilt shell. */
  version: string | undefined
  location: Pick<RouterLocation, 'get' | 'navigate'>
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
  /** Ids of the last updates passed to `onUpdates`. */
  let announcedIds = ''

  /** Entries of the newest registry that are not shown yet and that this shell can show. */
  const waiting = (): RegistryEntry[] => {
    const { registry, newest } = store.get()
    return (newest?.remotes ?? []).filter((entry) => {
      const shown = registry?.remotes.find(({ name }) => name === entry.name)
      if (!shown || shown.version === entry.version) return false
      if (isDeveloperMachine(shown) || isDeveloperMachine(entry)) return false
      // A release that needs a newer shell is loaded after the update of the shell.
      return acceptsContract(CONTRACT_VERSION, entry.contract) && !failed.has(releaseKey(entry))
    })
  }

  /** Remotes that are shown and that the newest registry no longer contains. */
  const withdrawn = (): RegistryEntry[] => {
    const { registry, newest } = store.get()
    const names = newest?.remotes.map(({ name }) => name) ?? []
    return (registry?.remotes ?? []).filter(
      (entry) => !isDeveloperMachine(entry) && !names.includes(entry.name),
    )
  }

  const swap = (entries: readonly RegistryEntry[]) => {
    const restoreScrollAndFocus = rememberScrollAndFocus()
    const before = store.get().registry?.remotes
    flushSync(() => {
      store.take(entries.map(({ name }) => name))
      for (const entry of entries)
        followMovedPath(
          location,
          before?.find(({ name }) => name === entry.name),
          entry,
        )
    })
    restoreScrollAndFocus()
    removeUnusedReleases(store.get())
    settle()
  }

  const announce = (due: readonly RegistryEntry[]) => {
    const shell = store.get().newest?.shell
    const updates: Update[] = due.map((entry) => ({
      id: releaseKey(entry),
      title: entry.placement.title,
      how: 'swap',
      run: () => swap([entry]),
    }))
    if (version && shell && shell.version !== version)
      updates.unshift({ id: `shell@${shell.version}`, title: 'Propsight', how: 'reload', run: reload })
    const ids = updates.map(({ id }) => id).join()
    if (ids === announcedIds) return
    announcedIds = ids
    onUpdates(updates)
  }

  const settle = () => {
    clearTimeout(timer)
    const due = waiting().filter((entry) => loadedRelease(chooseRelease(entry)))
    const changes = [...due, ...withdrawn()]
    const unsaved = hasUnsavedWork()
    if (changes.length > 0 && !unsaved && !hasActiveInput()) return swap(changes)
    if (changes.length > 0) timer = setTimeout(settle, CHECK_INTERVAL_MS)
    announce(unsaved ? due : [])
  }

  const prepare = (entry: RegistryEntry): void => {
    const release = chooseRelease(entry)
    const fallbackOf = release === entry ? undefined : entry.version
    loadRelease(release, fallbackOf).then(settle, async () => {
      // Without a network the release is not the cause. The next registry change tries again.
      if (!navigator.onLine) return
      const hasAnother = await markBroken(entry, release)
      // The shown release stays, so the failure is not announced to the user.
      takeUnannounced(entry)
      if (hasAnother) prepare(entry)
      else failed.add(releaseKey(entry))
    })
  }

  const checkRegistry = () => {
    for (const entry of waiting()) prepare(entry)
    settle()
  }
  const unsubscribe = store.subscribe(checkRegistry)
  checkRegistry()
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

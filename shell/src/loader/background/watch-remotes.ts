import type { Readable, RegistryEntry } from '@propsight/shared/contracts'
import { chooseRelease, markBroken } from '../choose-release.ts'
import { clearRunning, hungRelease, markRunning } from '../hang-mark.ts'
import type { LoadRecord } from '../load-log.ts'
import { recordCrash } from '../load-release.ts'
import type { RegistryStore } from '../registry-store.ts'
import { findAsset, isMounted, latestMounted, releaseKey, watchMounts } from '../release-records.ts'
import { RemoteError } from '../remote-error.ts'

/** Interval in which the page records that it responds, ms. */
const BEAT_MS = 2_000
/** A frame of this length makes its release a failing one, ms. */
const MAX_FRAME_MS = 5_000
/** Time in which the browser must once be idle, ms. A release that renders without end never lets it. */
const MAX_BUSY_MS = 20_000
/** Time after its mount in which a screen must show something, ms. */
const MAX_BLANK_MS = 20_000

interface WatchOptions {
  registry: Pick<RegistryStore, 'get'>
  loads: Readable<readonly LoadRecord[]>
}

/** The entry of a release and the shown one of its releases, if that is the release. */
function findShown({ registry }: WatchOptions, key: string): [RegistryEntry, RegistryEntry] | null {
  const entry = registry.get().registry?.remotes.find(({ name }) => key.startsWith(`${name}@`))
  if (!entry) return null
  const release = chooseRelease(entry)
  return releaseKey(release) === key ? [entry, release] : null
}

/** Records a failure that no error showed, and shows the fallback release. */
function fail(options: WatchOptions, key: string, reason: string): void {
  const shown = findShown(options, key)
  if (!shown) return
  const [entry, release] = shown
  const error = new RemoteError('render', `${entry.name} ${release.version}: ${reason}`)
  recordCrash(release, error, release === entry ? undefined : entry.version)
  void markBroken(entry, release)
}

/** Whether a screen has neither text nor images, controls or a sign that it loads. */
export const isBlank = (screen: Element): boolean =>
  screen.textContent?.trim() === '' &&
  !screen.querySelector('img, svg, canvas, video, iframe, input, button, [aria-busy=true], [role=status]')

/** Reports the release with which the page before this one hung. `chooseRelease` skips it already. */
function reportHang({ registry }: WatchOptions): void {
  const entry = registry.get().registry?.remotes.find(({ name }) => hungRelease?.startsWith(`${name}@`))
  const known = [entry, entry?.fallback].find((each) => each && releaseKey(each) === hungRelease)
  if (known)
    recordCrash(known, new RemoteError('render', `${known.name} ${known.version}: the page did not respond`))
}

/** Reports frames that took seconds, with the release whose script ran, if the browser names one. */
function watchFrames(onLong: (release: string | undefined, ms: number) => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('long-animation-frame')) return
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.duration < MAX_FRAME_MS) continue
      const scripts: unknown = Reflect.get(entry, 'scripts')
      const urls = Array.isArray(scripts) ? scripts.map(({ sourceURL }) => String(sourceURL)) : []
      onLong(urls.flatMap((url) => (url && findAsset(url)?.release) || [])[0], entry.duration)
    }
  }).observe({ type: 'long-animation-frame' })
}

/** Reports that the browser was not idle for `MAX_BUSY_MS` while the page was visible. @returns called regularly */
function watchIdle(onBusy: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) return () => {}
  let lastIdle = performance.now()
  const noteIdle = () => {
    lastIdle = performance.now()
    setTimeout(() => requestIdleCallback(noteIdle), BEAT_MS)
  }
  requestIdleCallback(noteIdle)
  let lastCheck = performance.now()
  return () => {
    const now = performance.now()
    // A page that was hidden or frozen was not busy.
    if (document.hidden || now - lastCheck > 5 * BEAT_MS) lastIdle = now
    lastCheck = now
    if (now - lastIdle < MAX_BUSY_MS) return
    lastIdle = now
    onBusy()
  }
}

/**
 * Finds failures of remotes that throw no error: the page hangs until it is reloaded, a frame takes seconds, rendering
 * has no end, or the screen stays empty. They count as failed renders with the reason, and the fallback release is shown.
 */
export function watchRemotes(options: WatchOptions): void {
  const findSuspect = (): string | undefined => {
    const mounted = latestMounted()
    if (mounted && isMounted(mounted)) return mounted
    const loaded = options.loads.get().findLast(({ state }) => state === 'loaded')
    return loaded && releaseKey(loaded)
  }
  const beat = () => {
    const suspect = findSuspect()
    if (suspect && !document.hidden) markRunning(suspect)
    else clearRunning()
  }
  const checkBlank = (release: string) => {
    const screen = document.querySelector('main')
    const mount = findShown(options, release)?.[0].placement.mount
    if (!screen || document.hidden || !isMounted(release) || !mount || mount === 'overlay') return
    if (isBlank(screen)) fail(options, release, 'it shows nothing')
  }
  const failMounted = (reason: string, release = findSuspect()) => {
    if (release && isMounted(release)) fail(options, release, reason)
  }
  watchMounts({
    onMount: (release) => {
      beat()
      setTimeout(checkBlank, MAX_BLANK_MS, release)
    },
    onUnmount: () => {},
  })
  reportHang(options)
  watchFrames((release, ms) => failMounted(`it blocked the page for ${Math.round(ms / 1_000)} s`, release))
  const checkIdle = watchIdle(() => failMounted('it keeps the page busy without end'))
  setInterval(() => {
    beat()
    checkIdle()
  }, BEAT_MS)
  document.addEventListener('visibilitychange', beat)
}

import { tabStorage } from '../state/safe-storage.ts'

/** The time at which the page was last known to respond, and the release that ran last. Removed when the page ends. */
const KEY = 'propsight.running-release'
/** A page that did not respond for so long before it was reloaded had hung, ms. */
const HUNG_MS = 4_000
/** A mark of an older page is from a browser that was ended in another way, ms. */
const MAX_AGE_MS = 5 * 60_000

/** Records that the page responds. @param release `name@version` of the code that runs next */
export const markRunning = (release: string): void => tabStorage.set(KEY, `${Date.now()} ${release}`)

/** Records that the page does not need to respond: it ends or is hidden. */
export const clearRunning = (): void => tabStorage.remove(KEY)

function readHung(): string | null {
  const [at, release] = tabStorage.get(KEY)?.split(' ') ?? []
  const silent = performance.timeOrigin - Number(at)
  return release && silent > HUNG_MS && silent < MAX_AGE_MS ? release : null
}

/** The release with which the previous page of this browser tab hung until it was reloaded; null without. */
export const hungRelease = readHung()
clearRunning()
addEventListener('pagehide', clearRunning)

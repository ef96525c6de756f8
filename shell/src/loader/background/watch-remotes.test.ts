import type { RegistryEntry } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RegistryState } from '../registry-store.ts'
import { makeEntry } from '../testing/make-entry.ts'

const fallback = {
  ...makeEntry('scouting'),
  version: '0.9.0-aaaaaaaa',
  base: '/bundles/scouting/0.9.0-aaaaaaaa/',
}
const entry: RegistryEntry = { ...makeEntry('scouting'), fallback }
const KEY = `scouting@${entry.version}`
const MARK = 'propsight.running-release'
const registry = {
  get: () => ({ registry: { remotes: [entry] } }) as unknown as RegistryState,
}

/** The modules of one page load. */
async function loadPage() {
  vi.resetModules()
  const [watch, log, records, choice, mark] = await Promise.all([
    import('./watch-remotes.ts'),
    import('../load-log.ts'),
    import('../release-records.ts'),
    import('../choose-release.ts'),
    import('../hang-mark.ts'),
  ])
  return { ...watch, ...log, ...records, ...choice, ...mark }
}
type Page = Awaited<ReturnType<typeof loadPage>>
const failures = ({ loadLog }: Page) =>
  loadLog.get().flatMap(({ state, error }) => (state === 'failed' ? [error?.message] : []))
const shown = ({ chooseRelease }: Page) => chooseRelease(entry).version

/** Replaces the observer of the browser. @returns reports frames with the address of their script */
function observeFrames() {
  let report: (ms: number, sourceURL: string) => void = () => {}
  class Observer {
    static supportedEntryTypes = ['long-animation-frame']
    constructor(run: (list: object) => void) {
      report = (duration, sourceURL) => run({ getEntries: () => [{ duration, scripts: [{ sourceURL }] }] })
    }
    observe(): void {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  return (ms: number, url: string) => report(ms, url)
}

let frame: ReturnType<typeof observeFrames>
let main: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  frame = observeFrames()
  main = document.body.appendChild(document.createElement('main'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  main.remove()
})

async function mountRelease(): Promise<Page> {
  const page = await loadPage()
  page.watchRemotes({ registry, loads: page.loadLog })
  page.recordMounted(KEY)
  return page
}

describe('a remote that throws no error', () => {
  it('fails when its screen stays empty', async () => {
    const page = await mountRelease()
    vi.advanceTimersByTime(19_000)
    expect(failures(page)).toEqual([])
    vi.advanceTimersByTime(2_000)
    expect(failures(page)).toEqual([`scouting ${entry.version}: it shows nothing`])
    expect(shown(page)).toBe(fallback.version)
  })

  it.each(['<p>No picks yet</p>', '<svg></svg>', '<section aria-busy="true"></section>'])(
    'does not fail while it shows %s',
    async (content) => {
      const page = await mountRelease()
      main.innerHTML = content
      vi.advanceTimersByTime(60_000)
      expect(failures(page)).toEqual([])
    },
  )

  it('fails when one of its frames takes seconds, also if React ran its code', async () => {
    const page = await mountRelease()
    main.textContent = 'Visits 0'
    frame(2_000, '')
    expect(failures(page)).toEqual([])
    frame(6_200, 'http://localhost/bundles/shell/1.0.0/react.js')
    expect(failures(page)).toEqual([`scouting ${entry.version}: it blocked the page for 6 s`])
    expect(shown(page)).toBe(fallback.version)
  })

  it('fails when it never lets the browser be idle', async () => {
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
    const page = await mountRelease()
    main.textContent = 'Visits 0'
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1_000)
      for (const run of idle.splice(0)) run()
    }
    expect(failures(page)).toEqual([])
    vi.advanceTimersByTime(25_000)
    expect(failures(page)).toEqual([`scouting ${entry.version}: it keeps the page busy without end`])
  })

  it('is skipped after the reload of a page that hung, and counts as failed', async () => {
    await mountRelease()
    expect(sessionStorage.getItem(MARK)).toContain(KEY)
    const since = (ms: number) => sessionStorage.setItem(MARK, `${performance.timeOrigin - ms} ${KEY}`)
    since(10_000)
    const reloaded = await loadPage()
    expect(shown(reloaded)).toBe(fallback.version)
    reloaded.watchRemotes({ registry, loads: reloaded.loadLog })
    expect(failures(reloaded)).toEqual([`scouting ${entry.version}: the page did not respond`])
    sessionStorage.clear()
    since(1_000)
    expect(shown(await loadPage())).toBe(entry.version)
  })

  it('is not suspected after a page that ended as usual', async () => {
    await mountRelease()
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem(MARK)).toBeNull()
    expect((await loadPage()).hungRelease).toBeNull()
  })
})

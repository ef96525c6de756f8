import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageErrors } from '../../state/page-errors.ts'
import { guardElements } from '../guard-elements.ts'
import { recordMounted, registerRelease, releaseKey } from '../release-records.ts'
import { makeEntry } from '../testing/make-entry.ts'
import { onLeaseEnd, removeLease } from './lease.ts'
import { leasePage } from './lease-page.ts'
import { MAX_STORED } from './storage.ts'

const entry = makeEntry('scouting')
const release = releaseKey(entry)
const REMOTE = new URL(`${entry.base}static/js/remote.js`, document.baseURI).href
const SHELL = new URL('/bundles/shell/1.0.0/index.js', document.baseURI).href

/** Where the code that calls the page next is from. The browser takes it from the stack. */
let file = SHELL
const captureStackTrace = Error.captureStackTrace
const asRemote = <T>(work: () => T): T => {
  file = REMOTE
  try {
    return work()
  } finally {
    file = SHELL
  }
}

guardElements()
leasePage()
beforeEach(() => {
  Error.captureStackTrace = (holder: object) =>
    Object.assign(holder, { stack: `Error\n    at run (${file}:1:100)` })
  registerRelease(entry, 0)
})
afterEach(() => {
  Error.captureStackTrace = captureStackTrace
  removeLease(release)
  localStorage.clear()
})

/** Mounts the release while `work` runs as its code, unmounts it, and waits for the end of its lease. */
async function mountDuring(work: () => void): Promise<void> {
  const unmount = recordMounted(release)
  asRemote(work)
  unmount()
  await vi.waitFor(() => expect(hasEnded()).toBe(true), { interval: 20 })
}
/** A change of the history by an unmounted release is ignored. */
function hasEnded(): boolean {
  const before = history.length
  asRemote(() => history.pushState(null, ''))
  return history.length === before
}
const reported = () =>
  pageErrors.get().map(({ error }) => (error instanceof Error ? error.message.replace(/^.*: /, '') : ''))

describe('what a remote left on the page after its unmount', () => {
  it('no longer handles input, and is reported with the place in its code', async () => {
    const left = vi.fn()
    const removed = vi.fn()
    await mountDuring(() => {
      document.addEventListener('keydown', left, { capture: true })
      window.addEventListener('resize', left)
      window.addEventListener('scroll', removed)
      window.removeEventListener('scroll', removed)
    })
    document.dispatchEvent(new Event('keydown'))
    window.dispatchEvent(new Event('resize'))
    expect(left).not.toHaveBeenCalled()
    expect(reported()).toEqual(expect.arrayContaining(['keydown listener', 'resize listener']))
    expect(reported()).not.toContain('scroll listener')
    const [first] = pageErrors.get()
    expect(first?.error).toHaveProperty('stack', expect.stringContaining(REMOTE))
  })

  it('handles notifications until the release is removed', async () => {
    const online = vi.fn()
    await mountDuring(() => window.addEventListener('online', online))
    window.dispatchEvent(new Event('online'))
    expect(online).toHaveBeenCalledOnce()
    removeLease(release)
    window.dispatchEvent(new Event('online'))
    expect(online).toHaveBeenCalledOnce()
  })

  it('keeps no intervals, and no endless timeouts', async () => {
    let ticks = 0
    let requests = 0
    await mountDuring(() => setInterval(() => (ticks += 1), 1))
    const ticksAtEnd = ticks
    const loop = () => {
      requests += 1
      if (requests < 1_000) asRemote(() => setTimeout(loop))
    }
    loop()
    await vi.waitFor(() => expect(reported()).toContain('loop of setTimeout'), { timeout: 5_000 })
    expect(requests).toBeLessThan(250)
    expect(ticks).toBe(ticksAtEnd)
  })

  it('has no attributes of html and body, unless a dialog is open', async () => {
    document.documentElement.dataset.theme = 'dark'
    const spoil = () => {
      document.documentElement.style.overflow = 'hidden'
      document.body.setAttribute('inert', '')
    }
    await mountDuring(spoil)
    expect(document.documentElement.style.overflow).toBe('')
    expect(document.body.hasAttribute('inert')).toBe(false)
    expect(document.documentElement.dataset.theme).toBe('dark')
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    await mountDuring(spoil)
    expect(document.documentElement.style.overflow).toBe('hidden')
    dialog.remove()
    await mountDuring(() => {})
    expect(document.documentElement.style.overflow).toBe('')
  })

  it('has no style elements until its next mount', async () => {
    const element = document.createElement('style')
    element.textContent = 'p { color: red }'
    await mountDuring(() => document.head.append(element))
    expect(element.sheet?.disabled).toBe(true)
    const unmount = recordMounted(release)
    expect(element.sheet?.disabled).toBe(false)
    unmount()
    element.remove()
  })

  it('has no assigned handlers', async () => {
    const own = vi.fn()
    document.onscroll = own
    await mountDuring(() => {
      window.onkeydown = () => {}
      document.onclick = () => {}
    })
    expect([window.onkeydown, document.onclick, document.onscroll]).toEqual([null, null, own])
    expect(reported()).toEqual(expect.arrayContaining(['window.onkeydown', 'document.onclick']))
    document.onscroll = null
  })

  it('has no elements next to the shell, and none is reported that it removed itself', async () => {
    const overlay = document.createElement('dialog')
    const removed = document.createElement('aside')
    await mountDuring(() => {
      document.body.append(overlay, removed)
      removed.remove()
    })
    expect(overlay.isConnected).toBe(false)
    expect(reported()).toContain('dialog element')
    expect(reported()).not.toContain('aside element')
  })

  it('has replaced no function of the language or the browser until its next mount', async () => {
    const native = Array.prototype.at
    const patched = function (this: unknown[]) {
      return this[0]
    }
    await mountDuring(() => {
      Array.prototype.at = patched
      Reflect.set(Element.prototype, 'mine', () => {})
    })
    expect(Array.prototype.at).toBe(native)
    expect('mine' in Element.prototype).toBe(false)
    expect(reported()).toEqual(
      expect.arrayContaining(['replaced Array.prototype.at', 'replaced Element.prototype.mine']),
    )
    await mountDuring(() => expect(Array.prototype.at).toBe(patched))
    expect(Array.prototype.at).toBe(native)
  })

  it('has replaced no function once the screen of another remote is back', async () => {
    const native = Array.prototype.at
    const patched = () => undefined
    const ended: string[] = []
    onLeaseEnd((each) => ended.push(each))
    const nextTask = () => new Promise((done) => setTimeout(done))
    const other = 'other@1.0.0'
    const leaveOther = recordMounted(other)
    await nextTask()
    const unmount = recordMounted(release)
    leaveOther()
    await nextTask()
    Array.prototype.at = patched
    await vi.waitFor(() => expect(ended).toContain(other), { interval: 20 })
    expect(Array.prototype.at).toBe(patched)
    unmount()
    const leaveAgain = recordMounted(other)
    await vi.waitFor(() => expect(ended).toContain(release), { interval: 20 })
    expect(Array.prototype.at).toBe(native)
    leaveAgain()
  })

  it('leaves no listener of the shell and of other remotes', async () => {
    const own = vi.fn()
    document.addEventListener('keydown', own)
    await mountDuring(() => {})
    document.dispatchEvent(new Event('keydown'))
    expect(own).toHaveBeenCalledOnce()
    document.removeEventListener('keydown', own)
  })
})

describe('the storage of the browser', () => {
  it('refuses a remote more than its quota, and nothing to the shell', () => {
    asRemote(() => localStorage.setItem('scouting:cache', 'x'.repeat(MAX_STORED - 100)))
    expect(() => asRemote(() => localStorage.setItem('scouting:more', 'x'.repeat(100)))).toThrow(/may store/)
    asRemote(() => localStorage.setItem('scouting:cache', 'small'))
    asRemote(() => localStorage.setItem('scouting:more', 'x'.repeat(100)))
    localStorage.setItem('propsight.auth', 'x'.repeat(200))
    expect(localStorage.getItem('propsight.auth')).toHaveLength(200)
  })

  it('has no name of a key that was removed, whoever removed it', () => {
    const names = () => JSON.stringify({ ...localStorage })
    asRemote(() => localStorage.setItem('scouting:a-user', '1'))
    asRemote(() => localStorage.setItem('scouting:other', '1'))
    localStorage.removeItem('scouting:a-user')
    expect(names()).not.toContain('a-user')
    asRemote(() => localStorage.clear())
    expect(names()).not.toContain('scouting')
  })

  it('keeps the keys of the shell when a remote writes, removes or clears them', () => {
    localStorage.setItem('propsight.auth', 'session')
    asRemote(() => localStorage.setItem('scouting:cache', '1'))
    expect(() => asRemote(() => localStorage.setItem('propsight.auth', 'other'))).toThrow(/of the shell/)
    asRemote(() => localStorage.removeItem('propsight.auth'))
    asRemote(() => localStorage.clear())
    expect(localStorage.getItem('propsight.auth')).toBe('session')
    expect(localStorage.getItem('scouting:cache')).toBeNull()
  })
})

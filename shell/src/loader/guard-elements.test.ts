import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FILE_TIMEOUT_MS, guardElements } from './guard-elements.ts'
import { absoluteBase, lateFile, registerRelease } from './release-records.ts'
import { makeEntry } from './testing/make-entry.ts'

const entry = makeEntry('guarded')
const base = absoluteBase(entry)
const file = 'static/js/remote-entry.js'

const script = (src: string) => Object.assign(document.createElement('script'), { src })
const sheet = (href: string) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href })

beforeEach(() => {
  guardElements()
  guardElements()
  registerRelease(entry, 0)
})
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
  document.body.replaceChildren()
})

describe('F2 F4 an element of a release file', () => {
  it.each([
    ['head.appendChild', (node: Node) => document.head.appendChild(node)],
    ['head.insertBefore', (node: Node) => document.head.insertBefore(node, null)],
    ['head.append', (node: Node) => document.head.append(node)],
    ['head.prepend', (node: Node) => document.head.prepend(node)],
    ['body.appendChild', (node: Node) => document.body.appendChild(node)],
    [
      'a document fragment',
      (node: Node) => {
        const fragment = document.createDocumentFragment()
        fragment.append(node)
        document.head.append(fragment)
      },
    ],
  ])('gets its integrity hash when it is inserted by %s', (_, insert) => {
    for (const element of [script(base + file), sheet(base + file)]) {
      insert(element)
      expect(element.isConnected).toBe(true)
      expect(element.integrity).toBe(entry.integrity[file])
      expect(element.crossOrigin).toBe('anonymous')
    }
  })

  it('gets a fresh URL after a failed load, and is returned by appendChild', () => {
    registerRelease(entry, 2)
    const element = script(base + file)
    expect(document.head.appendChild(element)).toBe(element)
    expect(element.src).toBe(`${base}${file}?r=2`)
  })

  it('keeps its URL after a failed load if it preloads a module, because modules import each other by plain URLs', () => {
    registerRelease(entry, 2)
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: base + file })
    document.head.append(link)
    expect(link.href).toBe(base + file)
    expect(link.integrity).toBe(entry.integrity[file])
  })

  it('gets a hash that matches nothing when the release does not list the file', () => {
    const planted = script(`${base}static/js/planted.js`)
    document.head.append(planted)
    expect(planted.integrity).toMatch(/^sha384-A{64}$/)
  })

  it('that is not a file of a release, by origin or by kind, is left unchanged', () => {
    const other = script('https://elsewhere.example/x.js')
    const inline = document.createElement('script')
    const icon = Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' })
    document.head.append(other, inline, icon, 'text')
    for (const element of [other, icon]) expect(element.integrity).toBeFalsy()
    expect(inline.hasAttribute('src')).toBe(false)
  })

  it('fails and is removed when its file does not load in time', () => {
    vi.useFakeTimers()
    const hanging = script(base + file)
    const quick = sheet(base + file)
    const failed = vi.fn()
    for (const element of [hanging, quick]) {
      element.addEventListener('error', () => failed(element.tagName))
      document.head.append(element)
    }
    quick.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(FILE_TIMEOUT_MS)
    expect(failed.mock.calls).toEqual([['SCRIPT']])
    expect([hanging.isConnected, quick.isConnected]).toEqual([false, true])
    expect(lateFile(entry)).toBe(file)
  })
})

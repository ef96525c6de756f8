import { afterEach, describe, expect, it } from 'vitest'
import { claimDevice, clearDevice } from './tab-session.ts'

const USER = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const OTHER = '0e9d2a6e-9d4b-4d55-9c9c-0f2c52c1b3aa'
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const unsent = { row: { id: 'pick_2' }, unsent: 'new', at: 1 }
const copy = { version: 1, entries: [{ row: { id: 'pick_1' }, at: 1 }, unsent], removed: [], changed: null }

describe('the device after a sign-out', () => {
  it('keeps of what names the user only the picks that the server does not have', () => {
    const kept = {
      'propsight:analysis-settings': '{"mode":"ai"}',
      'propsight.registry': USER,
      [`propsight:my-picks:${OTHER}`]: JSON.stringify(copy),
      [`propsight:settled-until:${OTHER}`]: '2026-07-18T00:00:00Z',
      [`propsight:my-picks-set-aside:${USER}`]: '["unreadable"]',
      'another-program': USER,
      'propsight:scanner': JSON.stringify({ books: ['quill'], userId: USER }),
    }
    const all = {
      ...kept,
      [`propsight:my-picks:${USER}`]: JSON.stringify(copy),
      [`propsight:settled-until:${USER}`]: '2026-07-18T00:00:00Z',
    }
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
    for (const key of ['propsight:analysis-runs', 'propsight:scanner-runs', 'propsight:parlay-call'])
      sessionStorage.setItem(key, JSON.stringify({ userId: USER }))
    sessionStorage.setItem('propsight.override-ended', 'yes')
    clearDevice(USER)
    expect({ ...localStorage }).toEqual({
      ...kept,
      [`propsight:my-picks:${USER}`]: JSON.stringify({ ...copy, entries: [unsent] }),
    })
    expect({ ...sessionStorage }).toEqual({ 'propsight.override-ended': 'yes' })
  })

  it.each([
    ['a text', 'pick'],
    ['a row without an id', { row: { player: 'A' }, at: 1 }],
    ['no row', { at: 1 }],
    ['an unknown kind of change', { row: { id: 'pick_3' }, unsent: null, at: 1 }],
    ['a list', [1]],
    ['nothing', null],
  ])('keeps an entry in the copy that cannot be read: %s', (_, entry) => {
    const key = `propsight:my-picks:${USER}`
    localStorage.setItem(key, JSON.stringify({ ...copy, entries: [copy.entries[0], entry] }))
    clearDevice(USER)
    expect(JSON.parse(localStorage.getItem(key) ?? '{}').entries).toEqual([entry])
  })

  it('has no copy of the picks if the server has all of them', () => {
    localStorage.setItem(
      `propsight:my-picks:${USER}`,
      JSON.stringify({ ...copy, entries: [copy.entries[0]] }),
    )
    clearDevice(USER)
    expect(localStorage).toHaveLength(0)
  })

  it.each([
    ['the same user', { books: ['quill'], userId: USER }, { books: ['quill'], userId: USER }],
    ['another user', { books: ['quill'], userId: OTHER }, null],
    ['no object', null, null],
  ])('has after the next sign-in the price settings of %s or none', (_, stored, left) => {
    const key = 'propsight:scanner'
    localStorage.setItem(key, JSON.stringify(stored))
    claimDevice(USER)
    expect(JSON.parse(localStorage.getItem(key) ?? 'null')).toEqual(left)
  })

  it('is cleared as far as its storage permits', () => {
    sessionStorage.setItem('propsight:analysis-runs', USER)
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    clearDevice(USER, [denied, () => sessionStorage])
    expect(sessionStorage).toHaveLength(0)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCopyStorage } from './copy-storage.ts'
import {
  addRows,
  confirmWrites,
  emptyCopy,
  mergeServerList,
  readCopy,
  removeRows,
  sortedRows,
} from './pick-copy.ts'
import { pickToRow } from './pick-rows.ts'
import { unreadablePicksText } from './pick-store-state.ts'
import { createFakeStorage, USER } from './testing/browser-fixture.ts'
import { createPick } from './testing/pick-fixture.ts'

const KEY = 'propsight:my-picks:anonymous'
const ASIDE = 'propsight:my-picks-set-aside:anonymous'
const row = (n: number) => pickToRow(createPick(n), USER)
const copyOf = (...numbers: number[]) => addRows(emptyCopy(), numbers.map(row), 1)

/** Arbitrary storage content: other formats, older releases, manipulated text. */
const arbitraryText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.json().map((text) => `{"version":1,"changed":null,"removed":[${text}],"entries":[${text},null]}`),
  fc.json().map((pick) => {
    const copy = copyOf(1)
    return JSON.stringify({ ...copy, entries: [...copy.entries, { row: { ...row(2), pick }, at: 'x' }] })
  }),
)

describe('P1 stored copy of picks', () => {
  it('is read from any text, and keeps its unreadable entries', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const { entries: stored, storage } = createFakeStorage()
        stored.set(KEY, text)
        const copies = createCopyStorage(storage, 'anonymous')
        const { entries } = copies.read()
        const { unreadable } = readCopy(text)
        expect(copies.setAside()).toEqual(unreadable)
        if (unreadable.length > 0) expect(JSON.parse(stored.get(ASIDE) ?? '')).toEqual(unreadable)
        copies.write(addRows(copies.read(), [row(7)], 2))
        const reopened = createCopyStorage(storage, 'anonymous')
        expect(reopened.read().entries).toHaveLength(entries.length + 1)
        expect(reopened.setAside()).toEqual(unreadable)
      }),
    )
  })

  it.each(['a\0b', 'half of a \ud83d'])(
    'sets aside an entry that the server cannot store: %j',
    (reasoning) => {
      const unstorable = pickToRow({ ...createPick(2), reasoning }, USER)
      const copy = addRows(
        copyOf(1),
        [unstorable, pickToRow({ ...createPick(3), reasoning: 'complete \u{1f600}' }, USER)],
        2,
      )
      const { copy: read, unreadable } = readCopy(JSON.stringify(copy))
      expect(read.entries.map(({ row: { id } }) => id).toSorted()).toEqual([row(1).id, row(3).id].toSorted())
      expect(unreadable).toMatchObject([{ row: { id: unstorable.id } }])
    },
  )

  it.each(['created_at', 'expires_at'])('sets aside an entry whose %s is not a time', (column) => {
    const copy = addRows(copyOf(1), [{ ...row(2), [column]: 'yesterday' }], 2)
    const { copy: read, unreadable } = readCopy(JSON.stringify(copy))
    expect([read.entries.length, unreadable.length]).toEqual([1, 1])
  })

  it('keeps an unreadable entry in place at the sign-out of its user when storage is full', () => {
    const { entries: stored, trouble, storage } = createFakeStorage()
    const unreadable = { a: 'pick of an old release' }
    const text = JSON.stringify({ ...emptyCopy(), entries: [unreadable] })
    stored.set(KEY, text)
    trouble.maxCharacters = KEY.length + text.length
    const copies = createCopyStorage(storage, 'anonymous')
    copies.read()
    copies.keepUnsent()
    expect(JSON.parse(stored.get(KEY) ?? 'null').entries).toEqual([unreadable])
    expect([copies.exists(), copies.setAside()]).toEqual([true, [unreadable]])
    copies.discardSetAside()
    copies.keepUnsent()
    expect([copies.exists(), stored.get(KEY)]).toEqual([false, undefined])
  })

  it('keeps an unreadable entry in place when storage is full, until it is discarded', () => {
    const { entries: stored, trouble, storage } = createFakeStorage()
    const copy = copyOf(1)
    const text = JSON.stringify({ ...copy, entries: [...copy.entries, { a: 'pick of an old release' }] })
    stored.set(KEY, text)
    trouble.maxCharacters = KEY.length + text.length
    const copies = createCopyStorage(storage, 'anonymous')
    expect(copies.read().entries).toHaveLength(1)
    expect(copies.setAside()).toEqual([{ a: 'pick of an old release' }])
    copies.write(copies.read())
    expect(stored.get(KEY)).toContain('pick of an old release')
    copies.discardSetAside()
    expect(copies.setAside()).toEqual([])
    expect(stored.get(KEY)).not.toContain('pick of an old release')
    expect([unreadablePicksText(1), unreadablePicksText(2)]).toEqual([
      '1 pick could not be read',
      '2 picks could not be read',
    ])
  })

  it('sets aside an entry of another format and reads the rest', () => {
    const good = copyOf(1).entries[0]
    const bad = { row: { ...row(2), pick: { playerName: 'Old' } }, at: 1 }
    const text = JSON.stringify({ ...emptyCopy(), entries: [good, bad] })
    expect(readCopy(text)).toMatchObject({
      unreadable: [bad],
      copy: { entries: [{ row: { id: row(1).id } }] },
    })
  })
})

describe('P1 merge of the server list with unsent changes', () => {
  it('gives the same picks for any subset of confirmed writes', () => {
    const step = fc.record({ n: fc.integer({ min: 1, max: 4 }), add: fc.boolean(), confirmed: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let copy = emptyCopy()
        const server = new Map<string, ReturnType<typeof row>>()
        let at = 0
        for (const { n, add, confirmed } of steps) {
          at += 1
          const writtenAt = at
          copy = add ? addRows(copy, [row(n)], writtenAt) : removeRows(copy, [row(n).id], writtenAt)
          if (!confirmed) continue
          if (add) server.set(row(n).id, row(n))
          else server.delete(row(n).id)
          at += 1
          copy = confirmWrites(copy, [row(n).id], writtenAt, at)
        }
        const expected = sortedRows(copy).map(({ id }) => id)
        const listed = mergeServerList(copy, [...server.values()], at + 1)
        expect(new Set(sortedRows(listed).map(({ id }) => id))).toEqual(new Set(expected))
      }),
    )
  })

  it('adopts additions and deletions of other devices', () => {
    const synced = confirmWrites(copyOf(1, 2), [row(1).id, row(2).id], 1, 2)
    const listed = mergeServerList(synced, [row(2), row(3)], 3)
    expect(sortedRows(listed).map(({ player_name }) => player_name)).toEqual([
      'Mateo Villareal 2',
      'Mateo Villareal 3',
    ])
  })
})

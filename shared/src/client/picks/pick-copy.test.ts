import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCopyStorage } from './copy-storage.ts'
import {
  addRows,
  confirmed,
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
const hostile = fc.oneof(
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
      fc.property(hostile, (text) => {
        const { kept, storage } = createFakeStorage()
        kept.set(KEY, text)
        const copies = createCopyStorage(storage, 'anonymous')
        const { entries } = copies.read()
        const { unreadable } = readCopy(text)
        expect(copies.setAside()).toEqual(unreadable)
        if (unreadable.length > 0) expect(JSON.parse(kept.get(ASIDE) ?? '')).toEqual(unreadable)
        copies.write(addRows(copies.read(), [row(7)], 2))
        const again = createCopyStorage(storage, 'anonymous')
        expect(again.read().entries).toHaveLength(entries.length + 1)
        expect(again.setAside()).toEqual(unreadable)
      }),
    )
  })

  it.each(['a\0b', 'half of a \ud83d'])(
    'sets aside an entry that the server cannot store: %j',
    (reasoning) => {
      const odd = pickToRow({ ...createPick(2), reasoning }, USER)
      const copy = addRows(
        copyOf(1),
        [odd, pickToRow({ ...createPick(3), reasoning: 'whole \u{1f600}' }, USER)],
        2,
      )
      const { copy: read, unreadable } = readCopy(JSON.stringify(copy))
      expect(read.entries.map(({ row: { id } }) => id).toSorted()).toEqual([row(1).id, row(3).id].toSorted())
      expect(unreadable).toMatchObject([{ row: { id: odd.id } }])
    },
  )

  it.each(['created_at', 'expires_at'])('sets aside an entry whose %s is not a time', (column) => {
    const copy = addRows(copyOf(1), [{ ...row(2), [column]: 'yesterday' }], 2)
    const { copy: read, unreadable } = readCopy(JSON.stringify(copy))
    expect([read.entries.length, unreadable.length]).toEqual([1, 1])
  })

  it('keeps an unreadable entry in place when storage is full, until it is discarded', () => {
    const { kept, trouble, storage } = createFakeStorage()
    const copy = copyOf(1)
    const text = JSON.stringify({ ...copy, entries: [...copy.entries, { a: 'pick of old' }] })
    kept.set(KEY, text)
    trouble.most = KEY.length + text.length
    const copies = createCopyStorage(storage, 'anonymous')
    expect(copies.read().entries).toHaveLength(1)
    expect(copies.setAside()).toEqual([{ a: 'pick of old' }])
    copies.write(copies.read())
    expect(kept.get(KEY)).toContain('pick of old')
    copies.discardSetAside()
    expect(copies.setAside()).toEqual([])
    expect(kept.get(KEY)).not.toContain('pick of old')
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
    const step = fc.record({ n: fc.integer({ min: 1, max: 4 }), add: fc.boolean(), heard: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let copy = emptyCopy()
        const server = new Map<string, ReturnType<typeof row>>()
        let at = 0
        for (const { n, add, heard } of steps) {
          const wrote = ++at
          copy = add ? addRows(copy, [row(n)], wrote) : removeRows(copy, [row(n).id], wrote)
          if (!heard) continue
          if (add) server.set(row(n).id, row(n))
          else server.delete(row(n).id)
          copy = confirmed(copy, [row(n).id], wrote, ++at)
        }
        const wanted = sortedRows(copy).map(({ id }) => id)
        const listed = mergeServerList(copy, [...server.values()], ++at)
        expect(new Set(sortedRows(listed).map(({ id }) => id))).toEqual(new Set(wanted))
      }),
    )
  })

  it('adopts additions and deletions of other devices', () => {
    const known = confirmed(copyOf(1, 2), [row(1).id, row(2).id], 1, 2)
    const listed = mergeServerList(known, [row(2), row(3)], 3)
    expect(sortedRows(listed).map(({ player_name }) => player_name)).toEqual([
      'Mateo Villareal 2',
      'Mateo Villareal 3',
    ])
  })
})

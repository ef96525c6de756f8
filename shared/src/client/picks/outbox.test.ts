import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PickRow } from '../../contracts/picks/pick.ts'
import {
  emptyOutbox,
  newRows,
  type Outbox,
  type OutboxEvent,
  queuedRows,
  readOutbox,
  reduceOutbox,
  sortedRows,
} from './outbox.ts'
import { OutboxStorage } from './outbox-storage.ts'
import { unreadablePicksText } from './pick-store-state.ts'
import { pickToRow } from './server-picks.ts'
import { createFakeStorage, USER } from './testing/browser-fixture.ts'
import { createPick } from './testing/pick-fixture.ts'

const KEY = 'propsight:my-picks:anonymous'
const ASIDE = 'propsight:my-picks-set-aside:anonymous'
const row = (n: number) => pickToRow(createPick(n), USER)
const reduce = (outbox: Outbox, ...events: OutboxEvent[]) => events.reduce(reduceOutbox, outbox)
const addRows = (outbox: Outbox, rows: PickRow[], at: number) => reduce(outbox, { type: 'add', rows, at })
const outboxOf = (...numbers: number[]) => addRows(emptyOutbox(), numbers.map(row), 1)
const names = (outbox: Outbox) => sortedRows(outbox).map(({ player_name }) => player_name)

/** Arbitrary storage content: other formats, older releases, manipulated text. */
const arbitraryText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.json().map((text) => `{"version":1,"changed":null,"removed":[${text}],"entries":[${text},null]}`),
  fc.json().map((pick) => {
    const one = outboxOf(1)
    return JSON.stringify({ ...one, entries: [...one.entries, { row: { ...row(2), pick }, at: 'x' }] })
  }),
)

describe('P1 stored outbox of picks', () => {
  it('is read from any text, and keeps its unreadable entries', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const { entries: stored, storage } = createFakeStorage()
        stored.set(KEY, text)
        const outbox = new OutboxStorage(storage, 'anonymous')
        const { entries } = outbox.read()
        const { unreadable } = readOutbox(text)
        expect(outbox.setAside()).toEqual(unreadable)
        if (unreadable.length > 0) expect(JSON.parse(stored.get(ASIDE) ?? '')).toEqual(unreadable)
        outbox.write(addRows(outbox.read(), [row(7)], 2))
        const reopened = new OutboxStorage(storage, 'anonymous')
        expect(reopened.read().entries).toHaveLength(entries.length + 1)
        expect(reopened.setAside()).toEqual(unreadable)
      }),
    )
  })

  it.each(['a\0b', 'half of a \ud83d'])(
    'sets aside an entry that the server cannot store: %j',
    (reasoning) => {
      const unstorable = pickToRow({ ...createPick(2), reasoning }, USER)
      const queue = addRows(
        outboxOf(1),
        [unstorable, pickToRow({ ...createPick(3), reasoning: 'complete \u{1f600}' }, USER)],
        2,
      )
      const { outbox: read, unreadable } = readOutbox(JSON.stringify(queue))
      expect(read.entries.map(({ row: { id } }) => id).toSorted()).toEqual([row(1).id, row(3).id].toSorted())
      expect(unreadable).toMatchObject([{ row: { id: unstorable.id } }])
    },
  )

  it.each(['created_at', 'expires_at'])('sets aside an entry whose %s is not a time', (column) => {
    const queue = addRows(outboxOf(1), [{ ...row(2), [column]: 'yesterday' }], 2)
    const { outbox: read, unreadable } = readOutbox(JSON.stringify(queue))
    expect([read.entries.length, unreadable.length]).toEqual([1, 1])
  })

  it('keeps an unreadable entry in place at the sign-out of its user when storage is full', () => {
    const { entries: stored, trouble, storage } = createFakeStorage()
    const unreadable = { a: 'pick of an old release' }
    const text = JSON.stringify({ ...emptyOutbox(), entries: [unreadable] })
    stored.set(KEY, text)
    trouble.maxCharacters = KEY.length + text.length
    const outbox = new OutboxStorage(storage, 'anonymous')
    outbox.read()
    outbox.keepUnsent()
    expect(JSON.parse(stored.get(KEY) ?? 'null').entries).toEqual([unreadable])
    expect([outbox.exists, outbox.setAside()]).toEqual([true, [unreadable]])
    outbox.discardSetAside()
    outbox.keepUnsent()
    expect([outbox.exists, stored.get(KEY)]).toEqual([false, undefined])
  })

  it('keeps an unreadable entry in place when storage is full, until it is discarded', () => {
    const { entries: stored, trouble, storage } = createFakeStorage()
    const one = outboxOf(1)
    const text = JSON.stringify({ ...one, entries: [...one.entries, { a: 'pick of an old release' }] })
    stored.set(KEY, text)
    trouble.maxCharacters = KEY.length + text.length
    const outbox = new OutboxStorage(storage, 'anonymous')
    expect(outbox.read().entries).toHaveLength(1)
    expect(outbox.setAside()).toEqual([{ a: 'pick of an old release' }])
    outbox.write(outbox.read())
    expect(stored.get(KEY)).toContain('pick of an old release')
    outbox.discardSetAside()
    expect(outbox.setAside()).toEqual([])
    expect(stored.get(KEY)).not.toContain('pick of an old release')
    expect([unreadablePicksText(1), unreadablePicksText(2)]).toEqual([
      '1 pick could not be read',
      '2 picks could not be read',
    ])
  })

  it('sets aside an entry of another format and reads the rest', () => {
    const good = outboxOf(1).entries[0]
    const bad = { row: { ...row(2), pick: { playerName: 'Old' } }, at: 1 }
    const text = JSON.stringify({ ...emptyOutbox(), entries: [good, bad] })
    expect(readOutbox(text)).toMatchObject({
      unreadable: [bad],
      outbox: { entries: [{ row: { id: row(1).id } }] },
    })
  })
})

describe('P1 merge of the server list with unsent changes', () => {
  it('gives the same picks for any subset of confirmed writes', () => {
    const step = fc.record({ n: fc.integer({ min: 1, max: 4 }), add: fc.boolean(), confirmed: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let outbox = emptyOutbox()
        const server = new Map<string, ReturnType<typeof row>>()
        let at = 0
        for (const { n, add, confirmed } of steps) {
          at += 1
          const sentAt = at
          const { id } = row(n)
          outbox = add ? addRows(outbox, [row(n)], at) : reduce(outbox, { type: 'remove', ids: [id], at })
          if (!confirmed) continue
          if (add) server.set(id, row(n))
          else server.delete(id)
          at += 1
          outbox = reduce(outbox, { type: 'sent', ids: [id], sentAt, at })
        }
        const expected = sortedRows(outbox).map(({ id }) => id)
        const listed = reduce(outbox, { type: 'listed', rows: [...server.values()], requestedAt: at + 1 })
        expect(new Set(sortedRows(listed).map(({ id }) => id))).toEqual(new Set(expected))
      }),
    )
  })

  it('adopts additions and deletions of other devices', () => {
    const ids = [row(1).id, row(2).id]
    const listed = reduce(
      outboxOf(1, 2),
      { type: 'sent', ids, sentAt: 1, at: 2 },
      { type: 'listed', rows: [row(2), row(3)], requestedAt: 3 },
    )
    expect(names(listed)).toEqual(['Mateo Villareal 2', 'Mateo Villareal 3'])
  })
})

describe('P4 answer of the sync call', () => {
  const sent = [1, 2, 3].map((n) => row(n).id)
  const [added = '', neither = '', gone = ''] = sent
  const answered: OutboxEvent = {
    type: 'synced',
    answer: { added: [added], gone: [gone] },
    changed: 1,
    sentAt: 2,
    at: 9,
  }

  it('confirms added picks, drops deleted ones, and keeps the others as new', () => {
    const outbox = reduce(outboxOf(1, 2, 3), answered)
    expect(outbox).toMatchObject({
      entries: [
        { row: { id: added }, at: 9 },
        { row: { id: neither }, unsent: 'new' },
      ],
      changed: null,
    })
    expect(outbox.entries[0]).not.toHaveProperty('unsent')
    expect(newRows(outbox)).toMatchObject([{ id: neither }])
    const later: OutboxEvent = { ...answered, answer: { added: [], gone: [neither] }, sentAt: 10, at: 11 }
    expect(names(reduce(outbox, later)), 'deleted on another device before the table had it').toEqual([
      'Mateo Villareal 1',
    ])
  })

  it('leaves operations during the call in the queue: a replacement, and the removal of an added pick', () => {
    const replaced = reduce(addRows(outboxOf(1, 2, 3), [row(1)], 5), answered)
    expect(queuedRows(replaced).rows.map(({ id }) => id)).toEqual([added])
    const removal: OutboxEvent = { type: 'remove', ids: [added], at: 5 }
    const removed = reduce(
      outboxOf(1, 2, 3),
      removal,
      { type: 'sent', ids: [added], sentAt: 5, at: 6 },
      answered,
    )
    expect(queuedRows(removed).removals).toEqual([added])
    expect([replaced.changed, removed.changed]).toEqual([null, 5])
  })
})

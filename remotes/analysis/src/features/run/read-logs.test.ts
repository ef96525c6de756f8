import { describe, expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { aBatter, end, start } from '../../testing/players.ts'
import { readLogs } from './run-requests.ts'

async function readNames(script: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(script)
  const names: string[] = []
  const records: unknown[] = []
  const players = [{ name: 'Ana', team: 'SEA', group: 'hitting' as const }]
  const failure = await (async () => {
    for await (const record of readLogs(
      server.api,
      crypto.randomUUID(),
      players,
      new AbortController().signal,
    )) {
      records.push(record)
      names.push(record.type === 'missing' ? record.reason : record.name)
    }
    return null
  })().catch((error: Error) => error.name)
  return { names, records, failure, paths: server.calls.map(({ path }) => path), server }
}

describe('a record that cannot be read', () => {
  const stream = (...records: unknown[]) => ({ '/api/game-logs': [[start(1), ...records, end(1)]] })

  it.each([
    null,
    7,
    {},
    { ...aBatter('Ana', [1]), games: 'none' },
    { ...aBatter('Ana', [1]), personId: null },
  ])('costs the log of its player, and not the board: %j', async (bad) => {
    const { names, failure } = await readNames(stream(bad))
    expect([names, failure]).toEqual([['upstream failed'], null])
  })

  it('is skipped if it is of a type of a later release', async () => {
    const { names, failure } = await readNames(stream({ type: 'note', text: 'x' }, aBatter('Ana', [1])))
    expect([names, failure]).toEqual([['Ana'], null])
  })

  it('keeps a player whose game cannot be read, and counts that game', async () => {
    const ana = aBatter('Ana', [1, 2, 0])
    if (ana.type !== 'player') throw new Error('a batter')
    const games = ana.games.map((game, at) => (at === 1 ? { ...game, hits: null } : game))
    const { records } = await readNames(stream({ ...ana, games, unread: 1 }))
    expect(records).toMatchObject([{ ...ana, games: [ana.games[0], ana.games[2]], unread: 2 }])
  })
})

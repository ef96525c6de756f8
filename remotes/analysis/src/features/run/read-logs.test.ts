import { describe, expect, it } from 'vitest'
import { apiError, fakeServer } from '../../testing/fake-server.ts'
import { aBatter, end, start } from '../../testing/players.ts'
import { readLogs } from './run-requests.ts'

const PATH = `/api/boards/${'a'.repeat(43)}`
const ADDRESS = [{ type: 'address', path: PATH }]
const BOARD = [start(1), aBatter('Ana', [1, 2]), end(1)]

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
    expect(records).toEqual([{ ...ana, games: [ana.games[0], ana.games[2]], unread: 2 }])
  })
})

describe('a board at an address', () => {
  it('is read from the address that the API sent', async () => {
    const { names, failure, paths, server } = await readNames({
      '/api/game-logs': [ADDRESS],
      [PATH]: [BOARD],
    })
    expect([names, failure]).toEqual([['Ana'], null])
    expect(paths).toEqual(['/api/game-logs', PATH])
    expect(server.calls[0]?.request.query).toEqual({ address: 'accepted' })
  })

  it('is sent by the API if the address has expired', async () => {
    const { names, failure, paths, server } = await readNames({
      '/api/game-logs': [ADDRESS, BOARD],
      [PATH]: [apiError('expired', 404, 'NOT_FOUND')],
    })
    expect([names, failure]).toEqual([['Ana'], null])
    expect(paths).toEqual(['/api/game-logs', PATH, '/api/game-logs'])
    expect(server.calls[2]?.request.query).toBeUndefined()
  })

  it('is sent by the API if nothing of it can be read from there', async () => {
    for (const sent of [[], [start(1)], [start(1), apiError('cut off', 0, 'CONNECTION_ERROR')]]) {
      const { names, failure, paths } = await readNames({
        '/api/game-logs': [ADDRESS, BOARD],
        [PATH]: [sent],
      })
      expect([names, failure]).toEqual([['Ana'], null])
      expect(paths).toEqual(['/api/game-logs', PATH, '/api/game-logs'])
    }
  })

  it('fails if it is cut off after its first record, so that no record is read twice', async () => {
    const { names, failure, paths } = await readNames({
      '/api/game-logs': [ADDRESS, BOARD],
      [PATH]: [[start(1), aBatter('Ana', [1, 2]), apiError('cut off', 0, 'CONNECTION_ERROR')]],
    })
    expect([names, failure]).toEqual([['Ana'], 'ApiError'])
    expect(paths).toHaveLength(2)
  })

  it.each([
    ['b', [apiError('cut off', 0, 'CONNECTION_ERROR')], 'ApiError'],
    ['c', [], 'Error'],
  ])('is sent by the API when it is requested again after it was cut off (%s)', async (id, rest, failure) => {
    const path = `/api/boards/${id.repeat(43)}`
    const address = [{ type: 'address', path }]
    const cut = [start(1), aBatter('Ana', [1, 2]), ...rest]
    expect(await readNames({ '/api/game-logs': [address], [path]: [cut] })).toMatchObject({ failure })
    const again = await readNames({ '/api/game-logs': [address, BOARD], [path]: [cut] })
    expect(again).toMatchObject({ names: ['Ana'], failure: null })
  })
})

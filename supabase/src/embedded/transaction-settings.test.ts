import { expect, it, vi } from 'vitest'
import { batchSettings } from './connection.ts'

function createFixture() {
  const statements: [string, readonly unknown[] | undefined][] = []
  const run = vi.fn(async (text: string, parameters?: readonly unknown[]) => {
    statements.push([text, parameters])
    return [] as never
  })
  return { statements, run, unsafe: batchSettings(run) }
}

it('the values of a transaction are set in one statement before its first other statement', async () => {
  const { statements, unsafe } = createFixture()
  await unsafe('begin')
  await unsafe("SELECT set_config('request.jwt.claim.sub', $1, true)", ['a user'])
  await unsafe("SELECT set_config('response.status', '', true)", [])
  await unsafe("SELECT set_config('request.headers', $1, true)", ["{'}"])
  await unsafe('select 1', [2])
  await unsafe('commit')
  expect(statements).toEqual([
    ['begin', undefined],
    [
      "select set_config('request.jwt.claim.sub', $1, true), set_config('response.status', $2, true), set_config('request.headers', $3, true)",
      ['a user', '', "{'}"],
    ],
    ['select 1', [2]],
    ['commit', undefined],
  ])
})

it('a role is set with its time limit', async () => {
  const { statements, unsafe } = createFixture()
  await unsafe("SELECT set_config('role', $1, true)", ['anon'])
  await unsafe('select 1')
  expect(statements[0]?.[0]).toMatch(/set_config\('role', \$1, true\), set_config\('statement_timeout',/)
  expect(statements[0]?.[1]).toEqual(['anon'])
})

it('values that no statement used end with their transaction', async () => {
  const { statements, unsafe } = createFixture()
  await unsafe("SELECT set_config('role', $1, true)", ['anon'])
  await unsafe('rollback')
  await unsafe('select 1')
  expect(statements.map(([text]) => text)).toEqual(['rollback', 'select 1'])
})

it('a statement does not run if its values cannot be set', async () => {
  const { run, statements, unsafe } = createFixture()
  await unsafe("SELECT set_config('role', $1, true)", ['nobody'])
  run.mockRejectedValueOnce(new Error('role "nobody" does not exist'))
  await expect(unsafe('select 1')).rejects.toThrow('role "nobody" does not exist')
  expect(statements).toEqual([])
})

it('other settings are statements of their own', async () => {
  const { statements, unsafe } = createFixture()
  await unsafe("select set_config('propsight.reservation', $1, false)", ['secret'])
  expect(statements).toEqual([["select set_config('propsight.reservation', $1, false)", ['secret']]])
})

import { describe, expect, it } from 'vitest'
import { reportLine } from './service-log.ts'

/** The event and the terminal text of a printed line. */
function report(line: unknown, name: 'API' | 'league' = 'API') {
  const reported: unknown[] = []
  const text = typeof line === 'string' ? line : JSON.stringify(line)
  reportLine(name, text, { event: (...all) => reported.push(...all) })
  const [event, data, shown] = reported
  return { event, data, shown }
}
const LINE = { level: 30, time: '2026-11-20T12:00:00.000Z', service: 'api', msg: 'request', requestId: 'r-1' }

describe('npm run dev: lines of the API', () => {
  it.each([
    [
      'a warning with its fields and request id',
      { ...LINE, level: 40, msg: 'an outside service failed', service: 'stats', path: '/schedule' },
      '  API warning: an outside service failed {"service":"stats","path":"/schedule"} · request r-1',
    ],
    [
      'a fatal error',
      { level: 60, msg: 'the API could not run' },
      '  API fatal error: the API could not run',
    ],
    [
      'a failed request that logs no error of its own',
      { ...LINE, method: 'GET', path: '/api/fetch-lines', route: '/api/fetch-lines', status: 503, ms: 12 },
      '  API: 503 GET /api/fetch-lines, 12 ms · request r-1',
    ],
    ['output of console.log', 'rows: 3', '  API: rows: 3'],
    ['JSON that is not a log line', { rows: 3 }, '  API: {"rows":3}'],
  ])('show %s', (_, line, shown) => {
    expect(report(line).shown).toBe(shown)
  })

  it('show the stack of an error without the frames inside Node', () => {
    const stack = 'Error: no rows\n    at read (/a/rows.ts:1:2)\n    at run (node:internal/process/task:9:9)'
    const err = { type: 'Error', message: 'no rows', stack }
    expect(report({ ...LINE, level: 50, msg: 'a request failed', err }).shown).toBe(
      '  API error: a request failed · request r-1\n    Error: no rows\n        at read (/a/rows.ts:1:2)',
    )
  })

  it.each([
    ['an information', { ...LINE, msg: 'stopping' }],
    ['a request that succeeded', { ...LINE, method: 'GET', path: '/', status: 200, ms: 1 }],
    ['a refused request', { ...LINE, method: 'GET', path: '/', status: 404, ms: 1 }],
    ['an empty line', ''],
  ])('hide %s', (_, line) => {
    expect(report(line).shown).toBeUndefined()
  })

  it('are objects in the events of --json, and text when they are not log lines', () => {
    expect(report(LINE)).toMatchObject({ event: 'api', data: { log: LINE } })
    expect(report('Debugger listening')).toMatchObject({ event: 'api', data: { text: 'Debugger listening' } })
  })

  it('name the league once', () => {
    expect(report('league: unknown counts: 2', 'league')).toEqual({
      event: 'league',
      data: { text: 'league: unknown counts: 2' },
      shown: '  league: unknown counts: 2',
    })
    expect(report('rows: 3', 'league').shown).toBe('  league: rows: 3')
  })
})

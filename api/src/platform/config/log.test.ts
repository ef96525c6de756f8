import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createLog, withoutSecrets } from './log.ts'

const MODULE = pathToFileURL(`${import.meta.dirname}/log.ts`)

/** Standard output of a process that logs one line and then runs the given code. */
const printedBefore = (end: string) =>
  spawnSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    `import { createLog, flushLog } from '${MODULE}'; const log = createLog('info'); log.info('first'); ${end}`,
  ]).stdout.toString()

it('the log redacts secrets in top-level and nested fields', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const secret = 'hunter2'
  log.info({
    authorization: secret,
    req: { headers: { cookie: secret, apikey: secret } },
    body: { password: secret },
  })
  log.info({ token: secret, reservation: { code: secret, email: secret } }, 'done')
  expect(lines.join('')).not.toContain(secret)
  expect(lines[1]).toContain('"msg":"done"')
})

it('withoutSecrets writes its lines while the parent log still redacts secrets', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  withoutSecrets(log).info({ requestId: 'r1', path: '/api/runs' }, 'request')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'api', requestId: 'r1', msg: 'request' })
  log.info({ token: 'hunter2' })
  expect(lines[1]).not.toContain('hunter2')
})

it('the log writes buffered lines at an exit, at a flush and together with a warning', () => {
  expect(printedBefore('process.exit(0)')).toContain('first')
  expect(printedBefore("await flushLog(log); process.kill(process.pid, 'SIGKILL')")).toContain('first')
  // Killed right after the warning, long before the timer would flush the buffer.
  const warned = printedBefore(
    "log.warn('second'); const at = performance.now(); setImmediate(function turn() { " +
      "performance.now() - at < 60 ? setImmediate(turn) : process.kill(process.pid, 'SIGKILL') })",
  )
  expect(warned).toMatch(/first.*second/s)
})

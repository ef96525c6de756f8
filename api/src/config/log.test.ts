import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createLog, withoutSecrets } from './log.ts'

const MODULE = pathToFileURL(`${import.meta.dirname}/log.ts`)

/** What a process has printed that logs and then does this. */
const printedBefore = (end: string) =>
  spawnSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    ...['--input-type=module', '--eval'],
    `import { createLog, flushLog } from '${MODULE}'; const log = createLog('info'); log.info('first'); ${end}`,
  ]).stdout.toString()

it('keeps secrets out of the log, wherever they stand', () => {
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

it('spares lines of ours the search for secrets, and them alone', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  withoutSecrets(log).info({ requestId: 'r1', path: '/api/runs' }, 'request')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'api', requestId: 'r1', msg: 'request' })
  log.info({ token: 'hunter2' })
  expect(lines[1]).not.toContain('hunter2')
})

it('loses no line at an exit, nor at a flush, and a warning takes what waits along', () => {
  expect(printedBefore('process.exit(0)')).toContain('first')
  expect(printedBefore("await flushLog(log); process.kill(process.pid, 'SIGKILL')")).toContain('first')
  // Killed as soon as the warning is out, long before the lines would have left by themselves.
  const warned = printedBefore(
    "log.warn('second'); const at = performance.now(); setImmediate(function turn() { " +
      "performance.now() - at < 60 ? setImmediate(turn) : process.kill(process.pid, 'SIGKILL') })",
  )
  expect(warned).toMatch(/first.*second/s)
})

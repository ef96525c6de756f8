import { pino } from 'pino'
import { expect, it } from 'vitest'
import { withApp } from '../testing/with-app.ts'
import { presentError } from './request-frame.ts'

it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'])(
  'a failed write to a disk (%s) is a 503 with Retry-After and without the name of the file',
  (code) => {
    const error = Object.assign(
      new Error(`${code}: no space left on device, open '/home/p/mailbox/1.json'`),
      {
        code,
      },
    )
    const presented = presentError(error)
    expect(presented).toMatchObject({ status: 503, headers: { 'Retry-After': '5' }, unexpected: true })
    expect(JSON.stringify(presented)).not.toContain('mailbox')
  },
)

it('the log line of a request has the trace id of its traceparent, and none that is malformed', async () => {
  const lines: { traceId?: string; path: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const traces = () => lines.filter(({ path }) => path === '/api/info').map(({ traceId }) => traceId)
  await withApp({ log }, async (url) => {
    const trace = 'ab'.repeat(16)
    for (const traceparent of [`00-${trace}-${'c'.repeat(16)}-01`, `00-${trace}-short-01`, ''])
      await (await fetch(`${url}/api/info`, { headers: { traceparent } })).arrayBuffer()
    await expect.poll(traces).toEqual([trace, undefined, undefined])
  })
})

it('the log line of a request has no secret of its address', async () => {
  const paths: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => paths.push(JSON.parse(line).path) })
  await withApp({ log }, async (url) => {
    for (const path of ['/dev/mailbox/secret', '/Dev/Mailbox/secret'])
      await (await fetch(url + path)).arrayBuffer()
    await expect.poll(() => paths).toEqual(['/dev/mailbox/…', '/Dev/Mailbox/…'])
  })
})

it('probes that succeed are no lines of the log, and failed ones are', async () => {
  const paths: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => paths.push(JSON.parse(line).path) })
  await withApp({ log, isStopping: () => true }, async (url) => {
    for (const path of ['/health/live', '/health', '/ready', '/api/info'])
      await (await fetch(url + path)).arrayBuffer()
    await expect.poll(() => paths).toEqual(['/ready', '/api/info'])
  })
})

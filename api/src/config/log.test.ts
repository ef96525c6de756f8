import { expect, it } from 'vitest'
import { createLog } from './log.ts'

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

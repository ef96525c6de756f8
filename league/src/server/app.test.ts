import { expect, it, vi } from 'vitest'
import { createLeagueApp } from './app.ts'
import type { LeagueState } from './league-state.ts'

it('errors of responses are logged, unless the client has disconnected', () => {
  const log = vi.fn()
  // The routes read the state only when they answer.
  const app = createLeagueApp({ latencyMs: 0, faults: [], sports: [] } as unknown as LeagueState, log)
  app.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  app.emit('error', Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  expect(log).not.toHaveBeenCalled()
  const failure = new Error('the file is gone')
  app.emit('error', failure)
  expect(log).toHaveBeenCalledExactlyOnceWith(failure)
})

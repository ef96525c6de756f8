import { expect, it, vi } from 'vitest'
import { loadLog, recordLoad } from '../load-log.ts'
import { absoluteBase, registerRelease } from '../release-records.ts'
import { RemoteError } from '../remote-error.ts'
import { makeEntry } from '../testing/make-entry.ts'
import { logFailedLoads, logRemoteErrors } from './log-remote-errors.ts'

it('F4 errors of event handlers and promises are logged with their release, not as failed loads', () => {
  const entry = makeEntry('stray')
  registerRelease(entry, 0)
  const log = vi.fn()
  const end = logRemoteErrors(log)
  const failure = Object.assign(new Error('on click'), { stack: `at f (${absoluteBase(entry)}x.js:1:1)` })
  dispatchEvent(new ErrorEvent('error', { error: failure }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: failure }))
  dispatchEvent(new ErrorEvent('error', { error: new Error('of the shell') }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'text' }))
  expect(log.mock.calls.map(([text]) => text)).toEqual(
    Array.from({ length: 2 }, () => 'an error of stray@1.0.0-abcdef12 outside of its rendering'),
  )
  expect(loadLog.get()).toEqual([])
  end()
})

it('F4 a failed load is logged once with its trace id and the error that caused it', () => {
  const log = vi.fn()
  const cause = new TypeError('x is not a function')
  const end = logFailedLoads(log, loadLog)
  const load = { name: 'late', version: '1.0.0', trace: 'ab'.repeat(16), ms: 5, at: 1 }
  recordLoad({ ...load, state: 'loading' })
  recordLoad({
    ...load,
    state: 'failed',
    kind: 'exception',
    error: new RemoteError('exception', 'e', { cause }),
  })
  recordLoad({ ...load, name: 'other', state: 'loading' })
  expect(log.mock.calls).toEqual([[`late@1.0.0 failed (exception, trace ${load.trace})`, cause]])
  end()
})

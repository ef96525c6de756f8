import { expect, it, vi } from 'vitest'
import { loadLog } from '../load-log.ts'
import { absoluteBase, registerRelease } from '../release-records.ts'
import { makeEntry } from '../testing/make-entry.ts'
import { logRemoteErrors } from './log-remote-errors.ts'

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

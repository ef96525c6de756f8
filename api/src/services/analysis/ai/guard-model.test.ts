import { generateText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { fakeTimer } from '../../../platform/testing/fake-timer.ts'
import { AiBreakerOpenError, guardModel } from './guard-model.ts'

const answer = {
  content: [{ type: 'text' as const, text: 'words' }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
}
type Generate = (signal: AbortSignal | undefined) => Promise<typeof answer>

function guarded(generate: () => Generate, timeoutMs = 5_000) {
  const timer = fakeTimer()
  let calls = 0
  const bare = new MockLanguageModelV4({
    modelId: 'mock',
    doGenerate: async ({ abortSignal }) => {
      calls += 1
      return generate()(abortSignal)
    },
  })
  const model = guardModel(bare, { timeoutMs, log: pino({ level: 'silent' }), timer })
  const ask = (abortSignal?: AbortSignal) =>
    generateText({ model, prompt: 'p', maxRetries: 0, ...(abortSignal ? { abortSignal } : {}) })
  return { ask, timer, calls: () => calls }
}
const failing: Generate = async () => Promise.reject(new Error('unavailable'))
const silent: Generate = (signal) =>
  new Promise((_, reject) => {
    const end = () => reject(signal?.reason)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })

it('N4 the model guard blocks calls after two failures in a row and tries again after a minute', async () => {
  let generate: Generate = failing
  const { ask, timer, calls } = guarded(() => generate)
  await expect(ask()).rejects.toThrow('unavailable')
  await expect(ask()).rejects.toThrow('unavailable')
  await expect(ask()).rejects.toThrow(AiBreakerOpenError)
  expect(calls()).toBe(2)
  await timer.advance(59_999)
  await expect(ask()).rejects.toThrow('mock failed recently and is called again in 1 s')
  await timer.advance(1)
  generate = async () => answer
  expect((await ask()).text).toBe('words')
  expect((await ask()).text).toBe('words')
})

it('N4 the model guard ends a call at its timeout and counts it as a failure', async () => {
  const { ask, calls } = guarded(() => silent, 50)
  await expect(ask()).rejects.toThrow(/timeout/i)
  await expect(ask()).rejects.toThrow(/timeout/i)
  await expect(ask()).rejects.toThrow(AiBreakerOpenError)
  expect(calls()).toBe(2)
})

it('N4 the model guard does not count a call that the caller aborts as a failure', async () => {
  let generate: Generate = silent
  const { ask } = guarded(() => generate)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const caller = new AbortController()
    const call = ask(caller.signal)
    caller.abort(new Error('the caller disconnected'))
    await expect(call).rejects.toThrow()
  }
  generate = async () => answer
  expect((await ask()).text).toBe('words')
})

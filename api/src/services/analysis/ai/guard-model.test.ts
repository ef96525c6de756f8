import { generateText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { fakeTimer } from '../../../platform/testing/fake-timer.ts'
import { AiRestingError, guardModel } from './guard-model.ts'

const answer = {
  content: [{ type: 'text' as const, text: 'words' }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
}
type Does = (signal: AbortSignal | undefined) => Promise<typeof answer>

function guarded(does: () => Does, timeoutMs = 5_000) {
  const timer = fakeTimer()
  let calls = 0
  const bare = new MockLanguageModelV4({
    modelId: 'mock',
    doGenerate: async ({ abortSignal }) => {
      calls += 1
      return does()(abortSignal)
    },
  })
  const model = guardModel(bare, { timeoutMs, log: pino({ level: 'silent' }), timer })
  const ask = (abortSignal?: AbortSignal) =>
    generateText({ model, prompt: 'p', maxRetries: 0, ...(abortSignal ? { abortSignal } : {}) })
  return { ask, timer, calls: () => calls }
}
const failing: Does = async () => Promise.reject(new Error('away'))
const silent: Does = (signal) =>
  new Promise((_, reject) => {
    const end = () => reject(signal?.reason)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })

it('N4 the model guard blocks calls after two failures in a row and tries again after a minute', async () => {
  let does: Does = failing
  const { ask, timer, calls } = guarded(() => does)
  await expect(ask()).rejects.toThrow('away')
  await expect(ask()).rejects.toThrow('away')
  await expect(ask()).rejects.toThrow(AiRestingError)
  expect(calls()).toBe(2)
  await timer.advance(59_999)
  await expect(ask()).rejects.toThrow('mock failed lately and is asked again in 1 s')
  await timer.advance(1)
  does = async () => answer
  expect((await ask()).text).toBe('words')
  expect((await ask()).text).toBe('words')
})

it('N4 the model guard ends a call at its timeout and counts it as a failure', async () => {
  const { ask, calls } = guarded(() => silent, 50)
  await expect(ask()).rejects.toThrow(/timeout/i)
  await expect(ask()).rejects.toThrow(/timeout/i)
  await expect(ask()).rejects.toThrow(AiRestingError)
  expect(calls()).toBe(2)
})

it('N4 the model guard does not count a call that the caller aborts as a failure', async () => {
  let does: Does = silent
  const { ask } = guarded(() => does)
  for (let time = 0; time < 3; time += 1) {
    const leaving = new AbortController()
    const asked = ask(leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow()
  }
  does = async () => answer
  expect((await ask()).text).toBe('words')
})

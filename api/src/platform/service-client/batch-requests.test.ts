import { describe, expect, it } from 'vitest'
import { fakeTimer } from '../testing/fake-timer.ts'
import { batchRequests } from './batch-requests.ts'

describe('batchRequests', () => {
  const setUp = (answer: (questions: readonly number[]) => readonly string[]) => {
    const timer = fakeTimer()
    const batches: (readonly number[])[] = []
    const ask = batchRequests<number, string>({
      timer,
      waitMs: 10,
      maxBatch: 3,
      async ask(questions) {
        batches.push(questions)
        return answer(questions)
      },
    })
    return { ask, batches, timer }
  }
  const words = (questions: readonly number[]) => questions.map((question) => `answer ${question}`)

  it('combines requests within the wait into one and returns each its own answer', async () => {
    const { ask, batches, timer } = setUp(words)
    const first = ask(1)
    await timer.advance(9)
    const second = ask(2)
    await timer.advance(1)
    expect(await Promise.all([first, second])).toEqual(['answer 1', 'answer 2'])
    const third = ask(3)
    await timer.advance(10)
    expect(await third).toBe('answer 3')
    expect(batches).toEqual([[1, 2], [3]])
  })
  it('splits requests above the maximum batch size', async () => {
    const { ask, batches, timer } = setUp(words)
    const answers = Promise.all([1, 2, 3, 4, 5].map(ask))
    await timer.advance(10)
    expect((await answers).at(-1)).toBe('answer 5')
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
  })
  it('rejects all requests of a failed batch, only those, and any request without an answer', async () => {
    const { ask, timer } = setUp((questions) => {
      if (questions.includes(1)) throw new Error('no')
      return words(questions.slice(1))
    })
    const answers = Promise.allSettled([1, 2, 3, 4, 5].map(ask))
    await timer.advance(10)
    expect((await answers).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
    ])
  })
})

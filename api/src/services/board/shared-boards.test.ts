import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/config/log.ts'
import { connectRedis } from '../../platform/redis.ts'
import { instantTimer } from '../../platform/testing/fake-timer.ts'
import { findRedis } from '../../testing/test-env.ts'
import { createSharedBoards, SHARED_BOARD_MS, SHARED_BOARD_PATH } from './shared-boards.ts'

const log = createLog('silent')
const url = await findRedis()
const redis = url ? await connectRedis(url, log) : null
const published = new Set<string>()
afterAll(async () => {
  if (redis?.isReady) for (const id of published) await redis.del(`propsight:cache:boards:1:${id}`)
  redis?.destroy()
})

describe.skipIf(!redis)(
  `boards shared by instances${redis ? '' : ' (skipped: Redis does not answer)'}`,
  () => {
    it('are read on an instance that kept them from an earlier publication by another one', async () => {
      const timer = instantTimer()
      const secret = randomUUID()
      const [publisher, reader] = [1, 2].map(() => createSharedBoards({ secret, timer, redis, log }))
      const board = randomBytes(100)
      const publish = () => {
        const id = (publisher?.publish(board) ?? '').slice(SHARED_BOARD_PATH.length + 1)
        published.add(id)
        return id
      }
      const first = publish()
      await expect.poll(() => reader?.read(first)).toEqual(board)
      timer.skip(SHARED_BOARD_MS)
      expect(await reader?.read(first)).toBeNull()
      expect(publish()).toBe(first)
      await expect.poll(() => reader?.read(first)).toEqual(board)
    })
  },
)

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../support/accounts/create-account.ts'
import { type RunningProduct, startProduct } from '../../support/product/start-product.ts'
import { answers, waitUntil } from '../../support/wait-until.ts'

const SAVES = 60
const KILL_AFTER = 20

describe('P1 a kill during saves', () => {
  let product: RunningProduct
  let account: TestAccount

  beforeAll(async () => {
    product = await startProduct({ env: { RATE_LIMITS: 'off' } })
    account = await createAccount(product)
  }, 120_000)
  afterAll(() => product?.stop(), 60_000)

  const save = async (id: string): Promise<boolean> => {
    const { error } = await account.client
      .from('my_picks')
      .insert({ id, user_id: account.userId, player_name: 'Test Player', sport: 'MLB' })
    return !error
  }

  const saved = async (): Promise<Set<string>> => {
    const { data, error } = await account.client.from('my_picks').select('id')
    if (error) throw error
    return new Set(data.map((row) => row.id as string))
  }

  /** Saves with four concurrent workers; calls `kill` after `KILL_AFTER` acknowledged saves. */
  const saveAcrossKill = async (kill: () => void): Promise<string[]> => {
    const acknowledged: string[] = []
    let attempted = 0
    let killed = false
    const saver = async () => {
      while (attempted < SAVES) {
        attempted++
        const id = `pick_${Date.now()}_${randomBytes(6).toString('hex')}`
        if (await save(id).catch(() => false)) acknowledged.push(id)
        if (!killed && acknowledged.length >= KILL_AFTER) {
          killed = true
          kill()
        }
      }
    }
    await Promise.all([saver(), saver(), saver(), saver()])
    expect(killed).toBe(true)
    return acknowledged
  }

  for (const victim of ['api', 'database'] as const) {
    it(`of the ${victim} loses no acknowledged pick, and the product recovers by itself`, async () => {
      const pid = product.pids[victim]
      if (!pid) throw new Error(`no pid of ${victim}`)
      const acknowledged = await saveAcrossKill(() => process.kill(pid, 'SIGKILL'))
      await product.waitFor(
        (event) =>
          event.event === 'note' &&
          /again/.test(String(event.text)) &&
          new RegExp(victim, 'i').test(String(event.text)),
      )
      await waitUntil('healthy again', answers(`${product.url}/health`), 40_000)
      await waitUntil('the data service', () => saved().then(Boolean, () => false), 20_000)
      const after = await saved()
      expect(acknowledged.filter((id) => !after.has(id))).toEqual([])
      expect(await save(`pick_${Date.now()}_afterkill`)).toBe(true)
    }, 120_000)
  }
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { createAccount, type TestAccount } from '../support/accounts/create-account.ts'
import { dashboard, openWithSession } from '../support/accounts/session.ts'
import { isMarked, markPage } from '../support/accounts/signed-in.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyze } from '../support/pages/board-page.ts'
import { type CheckoutCopy, copyCheckout } from '../support/product/checkout-copy.ts'
import { type RunningProduct, startProduct } from '../support/product/start-product.ts'
import { isAlive, waitUntil } from '../support/wait-until.ts'

const START_MS = 240_000
const SCROLLED = 600
const PICK = `pick_${Date.now()}_devedits`
const HEALTH = 'api/src/routes/operations.ts'

/** Path and heading of the screens besides the Dashboard. */
const SCREENS = [
  ['/picks', 'No Picks Saved'],
  ['/scanner', 'AI Odds Scanner'],
  ['/pricing', 'Pricing'],
  ['/pitchers', /Pitchers|Desktop Only/],
  ['/adminaccess', /Admin/],
] as const

const readyEvent = z.object({ pids: z.object({ dev: z.record(z.string(), z.int()) }) })

let copy: CheckoutCopy
let dev: RunningProduct
let account: TestAccount
/** Number of events that were read. */
let read = 0

/** The next note that matches. */
async function note(pattern: RegExp): Promise<string> {
  const event = await dev.waitFor(
    (each) => dev.events.indexOf(each) >= read && each.event === 'note' && pattern.test(String(each.text)),
  )
  read = dev.events.indexOf(event) + 1
  return String(event.text)
}

function edit(path: string, from: string, to: string): void {
  const file = join(copy.folder, path)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

const getLive = async () => {
  const response = await fetch(`${dev.url}/health/live`)
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    body: await response.json(),
  }
}
const savedPicks = async () => (await account.client.from('my_picks').select('id')).data

/** Opens a board, scrolls it and marks the page load. */
async function openBoard(page: Page): Promise<void> {
  await openWithSession(page, dev.url, account)
  await expect(dashboard(page)).toBeVisible()
  await analyze(page, 'Hits')
  await page.evaluate((top) => scrollTo(0, top), SCROLLED)
  await markPage(page)
}
const scrolled = (page: Page) => page.evaluate(() => scrollY)

test.describe
  .serial('F5 npm run dev', { tag: NIGHTLY }, () => {
    test.beforeAll(async () => {
      test.setTimeout(START_MS)
      copy = copyCheckout({ builds: true })
      dev = await startProduct({
        checkout: copy.folder,
        env: { RATE_LIMITS: 'off' },
        timeoutMs: START_MS,
      })
      account = await createAccount(dev)
    })
    test.afterAll(async () => {
      await dev?.stop()
      copy?.remove()
    })

    test('shows each screen at its first load, and a board', async ({ page, watch }) => {
      // The admin screen before its key, for an account without the right.
      watch.expected.push(/status of 40[13].*\/api\/admin\/session/)
      await page.goto(dev.url)
      await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
      await openBoard(page)
      for (const [path, name] of SCREENS) {
        await page.goto(dev.url + path)
        await expect(page.getByRole('heading', { name }).first()).toBeVisible()
      }
      await page.goto(dev.url)
      await page.getByRole('button', { name: 'Weather' }).click()
      await expect(page.getByRole('dialog', { name: 'Game Time Weather' })).toBeVisible()
      // A dev server has no service worker: it would show stored files instead of an edit.
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      )
    })

    test('shows edits of shared/ui and of a remote, and keeps the scroll position', async ({ page }) => {
      await openBoard(page)
      edit('shared/src/ui/data/call.tsx', "'Under'} {line}", "'Under'} {line} edited")
      await expect(page.getByText(/^(Over|Under) [\d.]+ edited$/).first()).toBeVisible()
      expect(await isMarked(page)).toBe(true)
      expect(await scrolled(page)).toBe(SCROLLED)

      edit('remotes/analysis/src/app/dashboard-head.tsx', 'How good are these numbers?', 'Edited link')
      await expect(page.getByRole('link', { name: 'Edited link' })).toBeVisible()
      expect(await isMarked(page)).toBe(true)
      expect(await scrolled(page)).toBe(SCROLLED)
    })

    test('keeps the scroll position when an edit needs a reload', async ({ page, watch }) => {
      watch.expected.push(/HMR update failed, performing full reload/)
      await openBoard(page)
      edit('shared/src/ui/brand/icon.tsx', "search: 'M7", "search: 'M6")
      await expect.poll(() => isMarked(page)).toBe(false)
      await expect.poll(() => scrolled(page)).toBe(SCROLLED)
    })

    test('serves an edit of the API, with the sessions and data from before', async () => {
      const row = { id: PICK, user_id: account.userId, player_name: 'Test Player', sport: 'MLB' }
      expect((await account.client.from('my_picks').insert(row)).error).toBeNull()
      edit(HEALTH, '{ live: true }', "{ live: 'edited' }")
      expect(await note(/^API restarted/)).toMatch(
        / after api\/src\/routes\/operations\.ts changed, \d+\.\d s$/,
      )
      expect(await getLive()).toMatchObject({ status: 200, body: { live: 'edited' } })
      expect(await savedPicks()).toEqual([{ id: PICK }])
    })

    test('prints the error of an edit that does not parse, and an error of a request with its id', async () => {
      edit(HEALTH, "{ live: 'edited' }", "{ live: = 'broken' }")
      expect(await note(/^API does not start/)).toMatch(/operations\.ts:\d+.*SyntaxError/s)
      edit(HEALTH, "ctx.body = { live: = 'broken' }", "throw new Error('no rows')")
      await note(/^API restarted/)
      const { status, requestId } = await getLive()
      expect(status).toBe(500)
      const { log } = await dev.waitFor(
        ({ log }) => typeof log === 'object' && JSON.stringify(log).includes('a request failed'),
      )
      expect(log).toMatchObject({
        level: 50,
        requestId,
        err: { stack: expect.stringContaining('operations.ts:') },
      })
    })

    test('shows an edit of the league', async ({ page }) => {
      edit('league/src/start-league.ts', 'label: first.label', "label: 'Edited league'")
      await note(/^league restarted after league\/src\/start-league\.ts changed/)
      await note(/^API restarted after league\/src\/start-league\.ts changed/)
      await openWithSession(page, dev.url, account)
      await expect(page.getByText('Edited league').first()).toBeVisible()
    })

    test('applies a new migration, and says what an edit of a schema file needs', async () => {
      const grant = 'grant execute on function public.edited() to authenticated;'
      writeFileSync(
        join(copy.folder, 'supabase/migrations/29990101000000_edited.sql'),
        `create function public.edited() returns int language sql set search_path = '' as 'select 1'; ${grant}`,
      )
      await note(/^API restarted after supabase\/migrations\/29990101000000_edited\.sql changed/)
      expect(await account.client.rpc('edited')).toMatchObject({ data: 1 })
      edit('supabase/schemas/07_picks.sql', '\n', '\n\n')
      await note(/^supabase\/schemas\/07_picks\.sql changed; not applied/)
    })

    test('ends completely when npm gets SIGTERM', async () => {
      const ready = readyEvent.parse(dev.events.find(({ event }) => event === 'ready'))
      const pids = [...Object.values(dev.pids), ...Object.values(ready.pids.dev)]
      expect(pids.length).toBeGreaterThan(9)
      await dev.stop()
      await waitUntil('every process to exit', () => !pids.some(isAlive))
    })
  })

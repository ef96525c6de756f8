import { randomUUID } from 'node:crypto'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze } from '../support/pages/board-page.ts'
import { startTestSite, type TestSite } from '../support/product/test-site.ts'

const DAY = '2026-07-18'
/** More than the minute between two runs of the job, and the pages' questions. */
const ALERTED_WITHIN_MS = 120_000

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(() => site?.close())

interface SavedLine {
  game_pk: number
  person_id: number
  stat_type: string
  line: number
  player_name: string
}

/** Stores prices of a line at two books, as the odds job does. */
async function storeOdds(eventId: string, saved: SavedLine, line: number, time: string) {
  const at = `${DAY}T${time}:00Z`
  const quotes = ['north', 'south'].map((book) => [
    saved.stat_type,
    saved.player_name,
    saved.person_id,
    null,
    line,
    book,
    -110,
    -110,
    at,
  ])
  const event = { id: eventId, startsAt: `${DAY}T23:30:00Z`, day: DAY, home: 'BOS', away: 'NYY' }
  const { error } = await site.admin.rpc('store_odds', {
    p_at: at,
    p_events: [
      {
        ...event,
        gamePk: saved.game_pk,
        stats: [saved.stat_type],
        books: { north: 'North', south: 'South' },
        quotes,
      },
    ],
  })
  if (error) throw new Error(error.message)
}

test('An alert about a saved pick appears on any page, is listed under the bell, leads to the pick, and can be stopped', async ({
  page,
}) => {
  test.setTimeout(420_000)
  const user = await site.newUser()
  await openWithSession(page, site.url, user)
  await analyze(page, 'Hits')
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  const readSaved = async () =>
    (await user.client.from('track_legs').select('*')).data?.[0] as SavedLine | undefined
  await expect.poll(readSaved).toBeTruthy()
  const saved = await readSaved()
  if (!saved) throw new Error('the line was not saved')

  const eventId = randomUUID()
  await storeOdds(eventId, saved, 1.5, '15:00')
  const readBaseline = async () =>
    (await site.admin.from('alert_baselines').select('state').eq('user_id', user.id)).data?.[0]?.state
      .consensus
  await expect.poll(readBaseline, { timeout: ALERTED_WITHIN_MS }).toBe(1.5)
  await storeOdds(eventId, saved, 2.5, '15:30')

  await page.goto(`${site.url}/pricing`)
  const toast = page.getByRole('region', { name: 'Notices' })
  await expect(toast.getByText(`${saved.player_name}: Hits line 1.5 → 2.5`)).toBeVisible({
    timeout: ALERTED_WITHIN_MS,
  })
  const bell = page.getByRole('button', { name: /^Notifications, 2 unseen/ })
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await list.getByRole('link', { name: /^Unread: .*Hits line 1.5 → 2.5/ }).click()
  await expect(page).toHaveURL(/\/picks$/)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect
    .poll(async () => (await user.client.from('alerts').select('read_at')).data)
    .toEqual([{ read_at: expect.any(String) }])

  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await list.getByRole('button', { name: 'Alert settings' }).click()
  const account = page.getByRole('dialog', { name: 'Account' })
  await account.getByRole('checkbox', { name: 'Stop all alerts' }).check()
  await expect(account.getByText('Saved.')).toBeAttached()
  await expect
    .poll(async () => (await user.client.from('alert_settings').select('stopped')).data)
    .toEqual([{ stopped: true }])
})

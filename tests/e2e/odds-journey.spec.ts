import type { Page } from '@playwright/test'
import { checkAlerts, readBookPrices, settleLegs, storeClosingPrices } from '@propsight/api/testing'
import { beatText } from '@propsight/shared/format'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import {
  bestPrice,
  fairChance,
  type LeagueEvent,
  listEvents,
  plain,
  type Quotes,
  quoteKey,
  readQuotes,
} from '../support/odds/league-quotes.ts'
import { analyze, lines, waitForAllLines } from '../support/pages/board-page.ts'
import { cardOf } from '../support/pages/picks-page.ts'
import { startTestSite, type TestSite } from '../support/product/test-site.ts'

/** The site's clock, a time with moved prices before the evening games, and after all games. */
const SAVED_AT = '2026-07-18T16:00:00Z'
const MOVED_AT = '2026-07-18T22:00:00Z'
const MORNING = '2026-07-19T12:00:00Z'
const MARKET = 'batter_hits'
/** Percentage points; alerts need three. */
const LEAST_MOVE = 4
const CLOSE_MS = 3 * 60_000

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ control: true, jobs: false })
})
test.afterAll(() => site?.close())

async function moveLeague(now: string) {
  const moved = await fetch(`${site.leagueUrl}/control/clock`, {
    method: 'PUT',
    body: JSON.stringify({ now }),
  })
  expect(moved.ok).toBe(true)
}

/** Moves the league and runs jobs one after the other, on an instance with this clock and empty caches. */
async function runJobsAt(now: string, jobs: readonly (typeof settleLegs)[]) {
  await moveLeague(now)
  const api = await site.instance({ env: { LEAGUE_CLOCK: `frozen:${now}` } })
  const [instance] = api.instances
  if (!instance) throw new Error('no instance')
  for (const job of jobs) await job.run(instance.deps)
  await api.close()
}

interface Move {
  event: LeagueEvent
  player: string
  line: number
  /** Percentage points. */
  size: number
}

/** The lines of the market whose chance moves between the two times, greatest move first. */
async function findMoves(): Promise<Move[]> {
  const events = (await listEvents(site.leagueUrl)).filter(
    ({ startsAt }) => startsAt > MOVED_AT && startsAt < MORNING,
  )
  const readAll = async (now: string): Promise<Quotes[]> => {
    await moveLeague(now)
    return Promise.all(events.map(({ id }) => readQuotes(site.leagueUrl, id, MARKET)))
  }
  const [before, after] = [await readAll(SAVED_AT), await readAll(MOVED_AT)]
  await moveLeague(SAVED_AT)
  return events
    .flatMap((event, at) =>
      [...(before[at] ?? [])].flatMap(([key, books]): Move[] => {
        const [was, is] = [fairChance(books, 'Over'), fairChance(after[at]?.get(key), 'Over')]
        const [, player = '', line] = /^(.+) ([\d.]+)$/.exec(key) ?? []
        return was === null || is === null
          ? []
          : [{ event, player, line: Number(line), size: Math.abs(is - was) }]
      }),
    )
    .toSorted((a, b) => b.size - a.size)
}

/** Saves the line that moves most of those that the board has. */
async function saveMovingLine(page: Page, moves: readonly Move[]) {
  for (const move of moves.filter(({ size }) => size >= LEAST_MOVE)) {
    await page.getByLabel('Search players').fill(move.player)
    await waitForAllLines(page)
    const save = lines(page).getByRole('button', {
      name: new RegExp(`^Save .+, (over|under) ${move.line} Hits, `),
    })
    const [label] = await save.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? ''),
    )
    if (label === undefined) continue
    await save.first().click()
    return { ...move, side: label.includes(', over ') ? ('Over' as const) : ('Under' as const) }
  }
  throw new Error('no line of the board moves enough')
}

const americanText = (price: number) => `${price < 0 ? '−' : '+'}${Math.abs(price)}`
const pointsText = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`

test('S11 P9: A price moves after a pick and a star: both alert on any page, and the settled pick has its closing-line value', {
  tag: NIGHTLY,
}, async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1440, height: 1000 })
  page.setDefaultTimeout(20_000)
  await runJobsAt(SAVED_AT, [readBookPrices])
  const moves = await findMoves()
  const user = await site.newUser()

  const { event, player, line, side } = await test.step('save a pick on the Dashboard', async () => {
    await openWithSession(page, site.url, user)
    await analyze(page, 'Hits')
    const row = page.getByRole('list', { name: 'Also ranked' }).getByRole('listitem').first()
    await row.getByRole('button', { name: /: hit rates$/ }).click()
    await expect(row.getByTitle(/^Best price of the/)).toBeVisible()
    return saveMovingLine(page, moves)
  })
  const atSave = (await readQuotes(site.leagueUrl, event.id, MARKET)).get(quoteKey(player, line))
  if (!atSave) throw new Error('the line has no quotes')
  const best = bestPrice(atSave, side)
  const fairAtSave = fairChance(atSave, side) ?? Number.NaN
  const readLeg = async () => (await user.client.from('track_legs').select('*')).data?.[0]
  await expect.poll(readLeg).toMatchObject({ price: best.price, price_book: expect.any(String) })
  const leg = await readLeg()
  expect(best.books).toContain(leg.price_book)
  // Stored with four decimals.
  expect(Number(leg.no_vig)).toBeCloseTo(fairAtSave, 4)
  const savedPrice = `${side} ${line} at ${americanText(best.price ?? 0)}, ${leg.price_book}`

  const starred = moves.find((move) => move.size >= LEAST_MOVE && move.player !== player)
  if (!starred) throw new Error('no second line moves enough')
  await test.step('star a prop in the scanner', async () => {
    await page.goto(`${site.url}/scanner`)
    await page.getByRole('searchbox', { name: 'Search players or games' }).fill(starred.player)
    const star = page.getByRole('button', { name: `Star ${starred.player}, Hits`, exact: true })
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => (await user.client.from('starred_props').select('player_name,stat_type')).data)
      .toEqual([{ player_name: starred.player, stat_type: 'Hits' }])
  })

  // Alerts that exist when the page first reads them are no news to it.
  const firstReading = page.waitForResponse((response) => /\/rest\/v1\/alerts\b/.test(response.url()))
  await page.goto(`${site.url}/pricing`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await firstReading
  await runJobsAt(SAVED_AT, [checkAlerts])
  await runJobsAt(MOVED_AT, [readBookPrices, checkAlerts])
  const { data: alerts } = await user.client.from('alerts').select('title,kind,path').order('id')
  const titleOf = (name: string) =>
    alerts?.find(({ kind, title }) => kind === 'line-moved' && plain(title).startsWith(`${name}:`))?.title ??
    'no alert'
  expect([titleOf(player), titleOf(starred.player)]).toEqual([
    expect.stringContaining('Hits'),
    expect.stringContaining('Hits'),
  ])

  const list = page.getByRole('dialog', { name: 'Notifications' })
  await test.step('the alerts arrive on the page that is open', async () => {
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(async () => {
      // The page asks again at once when the network is back.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(notices.getByText(titleOf(player))).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expect(notices.getByText(titleOf(starred.player))).toBeVisible()
    await page.getByRole('button', { name: /^Notifications, \d+ unseen$/ }).click()
    await expect(list.getByRole('link', { name: /^Unread: / })).toHaveCount(alerts?.length ?? 0)
  })

  await test.step('an alert leads to its prop', async () => {
    await list.getByRole('link', { name: `Unread: ${titleOf(starred.player)}` }).click()
    await expect(page).toHaveURL(/\/scanner\?day=2026-07-18&prop=/)
    const prop = page.getByRole('button', { name: new RegExp(`^${starred.player}`), expanded: true })
    await expect(prop).toBeInViewport()
    await expect
      .poll(async () => (await user.client.from('alerts').select('title').not('read_at', 'is', null)).data)
      .toEqual([{ title: titleOf(starred.player) }])
  })

  await test.step('a star that is removed in the account is removed in the scanner, and all alerts stop', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await list.getByRole('button', { name: 'Alert settings' }).click()
    const account = page.getByRole('dialog', { name: 'Account' })
    await account.getByRole('button', { name: `Remove star: ${starred.player}` }).click()
    await expect(account.getByRole('region', { name: 'Starred props' })).toHaveCount(0)
    await account.getByRole('checkbox', { name: 'Stop all alerts' }).check()
    await expect
      .poll(async () => (await user.client.from('alert_settings').select('stopped')).data)
      .toEqual([{ stopped: true }])
    await page.keyboard.press('Escape')
    const star = page.getByRole('button', { name: `Star ${starred.player}, Hits`, exact: true })
    await expect(star.first()).toHaveAttribute('aria-pressed', 'false')
  })

  await page.goto(`${site.url}/picks`)
  await expect(cardOf(page, leg.player_name)).toContainText(savedPrice)

  const closing = new Date(Date.parse(event.startsAt) - CLOSE_MS).toISOString()
  await runJobsAt(closing, [readBookPrices])
  const atClose = (await readQuotes(site.leagueUrl, event.id, MARKET)).get(quoteKey(player, line))
  if (!atClose) throw new Error('the line has no quotes at the close')
  const value = (fairChance(atClose, side) ?? Number.NaN) - fairAtSave
  await runJobsAt(MORNING, [storeClosingPrices, settleLegs])

  await page.reload()
  const card = cardOf(page, leg.player_name)
  const closed = `closed ${americanText(bestPrice(atClose, side).price ?? 0)} · ${beatText(value)}`
  await expect(card).toContainText(`${savedPrice}${closed}`)
  await expect(card.getByText(/^(Winner|Loser|NO GAME)$/)).toBeVisible()
  await page.goto(`${site.url}/picks?view=record`)
  await expect(page.getByRole('region', { name: 'Closing-line value' })).toContainText(
    `${pointsText(value)} percentage points on average`,
  )
})

import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import {
  APPEARANCES,
  expectAccessibleLayout,
  expectNoHorizontalScroll,
  look,
} from '../support/appearances.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { advanceClockUntil } from '../support/page-clock.ts'

const DAY = '**/api/pitchers?**'
const LINES = '**/api/fetch-lines?**'
const STRIKEOUTS = 'Strongest to Weakest: Strikeouts'
const TABLES = [STRIKEOUTS, 'Workhorses: Highest Avg IP', 'Strongest to Weakest: Hits Allowed'] as const

const table = (page: Page, name: string) => page.getByRole('table', { name })
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr')
const read = (page: Page) => page.getByText(/^Numbers read/)

/** Requests of the page for pitchers and lines. */
function watchRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/pitchers')
      requests.push(`${searchParams.get('phase')} ${searchParams.get('skip') ?? ''}`)
    if (pathname === '/api/fetch-lines') requests.push(`lines ${searchParams.get('category')}`)
  })
  return requests
}

const open = (page: Page, site: { url: string }, path = '/pitchers') => page.goto(site.url + path)

for (const each of APPEARANCES) {
  const phone = each.viewport.width < 768
  const shot = (page: Page) =>
    page.screenshot({ path: `test-results/screens/pitchers-${each.name.replace(', ', '-')}.png` })

  if (phone)
    test(`H1 H4: A window under 768 px is covered by a dialog that leads to a card view (${each.name})`, {
      tag: each.tag,
    }, async ({ page, site }) => {
      await look(page, each)
      const requests = watchRequests(page)
      await open(page, site)
      const overlay = page.getByRole('alertdialog', { name: 'Desktop Only' })
      await expect(overlay).toBeVisible()
      await expectAccessibleLayout(page)
      await shot(page)
      expect(requests).toEqual([])
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(page.getByRole('heading', { name: "Today's Pitchers" })).toBeVisible()
      await expect(read(page)).toBeVisible()
      await expectNoHorizontalScroll(page)
      await page.setViewportSize(each.viewport)
      await overlay.getByRole('button', { name: 'Show as cards' }).click()
      await expect(page.getByRole('heading', { name: "Today's Pitchers" })).toBeFocused()
      for (const name of TABLES)
        expect(await page.getByRole('region', { name }).getByRole('listitem').count()).toBeGreaterThanOrEqual(
          10,
        )
      await expectNoHorizontalScroll(page)
      await expectAccessibleLayout(page)
      await page.screenshot({
        path: `test-results/screens/pitchers-cards-${each.name.replace(', ', '-')}.png`,
      })
    })
  else
    test(`H1 H2: The page shows its four sections without a session (${each.name})`, {
      tag: each.tag,
    }, async ({ page, site }) => {
      await look(page, each)
      await open(page, site)
      await expect(page.getByRole('heading', { level: 1, name: "Today's Pitchers" })).toBeVisible()
      await expect(
        page.getByText('Saturday, July 18, 2026 ET · 30 probable pitchers · times in EDT'),
      ).toBeVisible()
      await expect(page.getByText(/^The edge z is the projection minus the line/)).toBeVisible()
      await expect(read(page)).toBeVisible()
      for (const name of TABLES) expect(await rows(page, name).count()).toBeGreaterThanOrEqual(10)
      for (const stat of ['Strikeouts', 'Hits Allowed']) {
        const picks = page.getByRole('region', { name: `Top Picks Today: ${stat}` })
        await expect(
          picks.getByText(/(?:No pitcher|Nobody else) meets this rule today|Over/).first(),
        ).toBeVisible()
      }
      await expect(rows(page, STRIKEOUTS).first()).toContainText(
        /[+−]\d\.\d\d.*(?:HIGH|MEDIUM|LOW).*\d+%\d+–\d+/,
      )
      await expectAccessibleLayout(page)
      await shot(page)
    })
}

test('S1 H1: The path /pitchers-tomorrow/ shows the same page', async ({ page, site }) => {
  await open(page, site, '/pitchers-tomorrow/')
  await expect(page.getByRole('heading', { level: 1, name: "Today's Pitchers" })).toBeVisible()
  await expect(page.getByText(/Saturday, July 18, 2026/)).toBeVisible()
  await expect(read(page)).toBeVisible()
})

test('H2: A table is sorted by keyboard and exported in the order shown', async ({ page, site }) => {
  await open(page, site)
  await expect(read(page)).toBeVisible()
  const strikeouts = table(page, STRIKEOUTS)
  const heading = strikeouts.getByRole('columnheader', { name: /^WHIP/ })
  await heading.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Space')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  const whips = (await rows(page, STRIKEOUTS).locator('td:nth-child(13)').allTextContents()).map(Number)
  expect(whips).toEqual(whips.toSorted((a, b) => a - b))

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export CSV: ${STRIKEOUTS}` }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('pitchers-strikeouts-2026-07-18.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('#,Pitcher,Hand,Game,First pitch,Venue,Line,Projected,Edge z,Signal,Engine over')
  const names = await rows(page, STRIKEOUTS).locator('td:nth-child(2) b').allTextContents()
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(names)
})

test('H5 H6: A second visit requests nothing, and Read again requests everything', async ({ page, site }) => {
  const requests = watchRequests(page)
  await open(page, site)
  await expect(read(page)).toBeVisible()
  expect(requests.toSorted()).toEqual([
    'hits-allowed ',
    'lines Hits Allowed',
    'lines Strikeouts',
    'strikeouts ',
  ])
  const names = await rows(page, STRIKEOUTS).locator('td:nth-child(2) b').allTextContents()

  requests.length = 0
  await page.reload()
  await expect(read(page)).toBeVisible()
  expect(await rows(page, STRIKEOUTS).locator('td:nth-child(2) b').allTextContents()).toEqual(names)
  expect(requests).toEqual([])

  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(() => requests.length).toBe(4)
  await expect(read(page)).toBeVisible()
})

for (const [what, answer, title] of [
  ['403', { status: 403, json: { message: 'Forbidden', code: 'FORBIDDEN' } }, 'Request failed: 403'],
  ['429', { status: 429, json: { message: 'Slow down', code: 'RATE_LIMITED' } }, 'Request failed: 429'],
  ['500', { status: 500, body: 'oops' }, 'Request failed: 500'],
  ['garbage', { status: 200, body: '<html>' }, /JSON|token|Failed to load data/],
  ['nothing', { status: 200, body: '' }, 'The answer was cut off'],
] as const)
  test(`H1: An answer of ${what} shows an error, and the page recovers without a reload`, {
    tag: NIGHTLY,
  }, async ({ page, site, watch }) => {
    watch.expected.push(/status of (403|429|500)/)
    let failing = true
    await page.route(DAY, (route) => (failing ? route.fulfill(answer) : route.continue()))
    await open(page, site)
    await expect(page.getByRole('alert').getByRole('heading')).toHaveText(title)
    await expect(page.getByRole('alert')).toContainText('It is retried automatically.')
    failing = false
    await expect(read(page)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('H6: An interrupted stream resumes after the pitchers that were received', { tag: NIGHTLY }, async ({
  page,
  site,
}) => {
  const requests = watchRequests(page)
  let cut = true
  await page.route(DAY, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (!cut) return route.fulfill({ response, body })
    cut = false
    const receivedLines = body.split('\n').slice(0, 6)
    return route.fulfill({ response, body: `${receivedLines.join('\n')}\n` })
  })
  await open(page, site)
  await expect(page.getByText('The answer was cut off')).toBeVisible()
  await expect(page.getByText(/Some pitchers could not be loaded\./)).toBeVisible()
  await expect(read(page)).toBeVisible({ timeout: 30_000 })
  const resumed = requests.filter((request) => request.startsWith('strikeouts'))[1] ?? ''
  expect(resumed.split(' ')[1]?.split(',')).toHaveLength(5)
  expect(await rows(page, STRIKEOUTS).count()).toBeGreaterThanOrEqual(10)
})

test('H5: Without lines the rest of the page is shown, and the lines appear without a reload', {
  tag: NIGHTLY,
}, async ({ page, site, watch }) => {
  watch.expected.push(/status of 503/)
  await page.clock.install()
  let failing = true
  const away = (route: Route) =>
    failing
      ? route.fulfill({ status: 503, json: { message: 'The book is away', code: 'UPSTREAM_FAILED' } })
      : route.continue()
  await page.route(LINES, away)
  await open(page, site)
  const notice = page.getByText('The lines for strikeouts and hits allowed could not be loaded.')
  await advanceClockUntil(page, 5_000, notice)
  expect(await rows(page, 'Workhorses: Highest Avg IP').count()).toBe(12)
  await expectAccessibleLayout(page)
  failing = false
  await advanceClockUntil(page, 30_000, rows(page, STRIKEOUTS).first())
  await expect(notice).toHaveCount(0)
})

import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectInOrder, LOOKS, look } from '../support/looks.ts'
import { passTimeUntil } from '../support/page-clock.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'

/** Before the day's first game: the book has lines for every starter. */
const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const DAY = '**/api/pitchers?**'
const LINES = '**/api/fetch-lines?**'
const STRIKEOUTS = 'Strongest to Weakest: Strikeouts'
const TABLES = [STRIKEOUTS, 'Workhorses: Highest Avg IP', 'Strongest to Weakest: Hits Allowed'] as const

const table = (page: Page, name: string) => page.getByRole('table', { name })
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr')
const read = (page: Page) => page.getByText(/^Numbers read at/)

/** What the page asked the product for, from now on. */
function questions(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/pitchers')
      asked.push(`${searchParams.get('phase')} ${searchParams.get('skip') ?? ''}`)
    if (pathname === '/api/fetch-lines') asked.push(`lines ${searchParams.get('category')}`)
  })
  return asked
}

test.describe('pitchers', () => {
  let product: RunningProduct
  test.beforeAll(async () => {
    product = await startProduct({ env: { RATE_LIMITS: 'off', LEAGUE_CLOCK: CLOCK } })
  })
  test.afterAll(() => product?.stop())
  const open = (page: Page, path = '/pitchers') => page.goto(`${product.url}${path}`)

  for (const each of LOOKS) {
    const phone = each.viewport.width < 768
    const shot = (page: Page) =>
      page.screenshot({ path: `test-results/screens/pitchers-${each.name.replace(', ', '-')}.png` })

    if (phone)
      test(`H1: a window under 768 px is covered, with a way on (${each.name})`, async ({ page }) => {
        await look(page, each)
        const asked = questions(page)
        await open(page)
        const overlay = page.getByRole('alertdialog', { name: 'Desktop Only' })
        await expect(overlay).toBeVisible()
        await expectInOrder(page)
        await shot(page)
        expect(asked).toEqual([])
        await page.setViewportSize({ width: 768, height: 900 })
        await expect(page.getByRole('heading', { name: "Today's Pitchers" })).toBeVisible()
        await expect(read(page)).toBeVisible()
        await expectInOrder(page)
        await page.setViewportSize(each.viewport)
        await overlay.getByRole('button').click()
        await expect(page).toHaveURL(`${product.url}/`)
      })
    else
      test(`H1 H2: signed out, the page shows its four sections (${each.name})`, async ({ page }) => {
        await look(page, each)
        await open(page)
        await expect(page.getByRole('heading', { level: 1, name: "Today's Pitchers" })).toBeVisible()
        await expect(
          page.getByText('Wednesday, July 15, 2026 · 30 probable pitchers · US Eastern time'),
        ).toBeVisible()
        await expect(page.getByText(/^The edge z is the projection less the line/)).toBeVisible()
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
        await expectInOrder(page)
        await shot(page)
      })
  }

  test('S1 H1: both paths show the same page', async ({ page }) => {
    await open(page, '/pitchers-tomorrow/')
    await expect(page.getByRole('heading', { level: 1, name: "Today's Pitchers" })).toBeVisible()
    await expect(page.getByText(/Wednesday, July 15, 2026/)).toBeVisible()
    await expect(read(page)).toBeVisible()
  })

  test('H2: a table is sorted by keyboard and exported as it stands', async ({ page }) => {
    await open(page)
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

    const arrives = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export CSV: ${STRIKEOUTS}` }).click()
    const file = await arrives
    expect(file.suggestedFilename()).toBe('pitchers-strikeouts-2026-07-15.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toContain(
      '#,Pitcher,Hand,Game,First pitch,Venue,Line,Projected,Edge z,Signal,Engine over',
    )
    const names = await rows(page, STRIKEOUTS).locator('td:nth-child(2) b').allTextContents()
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(names)
  })

  test('H5 H6: a second visit asks for nothing, and reads again on demand', async ({ page }) => {
    const asked = questions(page)
    await open(page)
    await expect(read(page)).toBeVisible()
    expect(asked.toSorted()).toEqual([
      'hits-allowed ',
      'lines Hits Allowed',
      'lines Strikeouts',
      'strikeouts ',
    ])
    const names = await rows(page, STRIKEOUTS).locator('td:nth-child(2) b').allTextContents()

    asked.length = 0
    await page.reload()
    await expect(read(page)).toBeVisible()
    expect(await rows(page, STRIKEOUTS).locator('td:nth-child(2) b').allTextContents()).toEqual(names)
    expect(asked).toEqual([])

    await page.getByRole('button', { name: 'Read again' }).click()
    await expect.poll(() => asked.length).toBe(4)
    await expect(read(page)).toBeVisible()
  })

  for (const [what, answer, title] of [
    ['403', { status: 403, json: { message: 'Forbidden', code: 'FORBIDDEN' } }, 'Request failed: 403'],
    ['429', { status: 429, json: { message: 'Slow down', code: 'RATE_LIMITED' } }, 'Request failed: 429'],
    ['500', { status: 500, body: 'oops' }, 'Request failed: 500'],
    ['garbage', { status: 200, body: '<html>' }, /JSON|token|Failed to load data/],
    ['nothing', { status: 200, body: '' }, 'The answer broke off'],
  ] as const)
    test(`H1: an answer of ${what} is told, and the page recovers by itself`, async ({ page, watch }) => {
      watch.expected.push(/status of (403|429|500)/)
      let failing = true
      await page.route(DAY, (route) => (failing ? route.fulfill(answer) : route.continue()))
      await open(page)
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText(title)
      await expect(page.getByRole('alert')).toContainText('It is tried again by itself.')
      failing = false
      await expect(read(page)).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('alert')).toHaveCount(0)
    })

  test('H6: a stream that breaks off is gone on with where it ended', async ({ page }) => {
    const asked = questions(page)
    let cut = true
    await page.route(DAY, async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      if (!cut) return route.fulfill({ response, body })
      cut = false
      const begun = body.split('\n').slice(0, 6)
      return route.fulfill({ response, body: `${begun.join('\n')}\n` })
    })
    await open(page)
    await expect(page.getByText('The answer broke off')).toBeVisible()
    await expect(page.getByText(/Not every pitcher could be read\./)).toBeVisible()
    await expect(read(page)).toBeVisible({ timeout: 30_000 })
    const resumed = asked.filter((question) => question.startsWith('strikeouts'))[1] ?? ''
    expect(resumed.split(' ')[1]?.split(',')).toHaveLength(5)
    expect(await rows(page, STRIKEOUTS).count()).toBeGreaterThanOrEqual(10)
  })

  test('H5: without the book the rest is shown, and the lines come by themselves', async ({
    page,
    watch,
  }) => {
    watch.expected.push(/status of 503/)
    await page.clock.install()
    let failing = true
    const away = (route: Route) =>
      failing
        ? route.fulfill({ status: 503, json: { message: 'The book is away', code: 'UPSTREAM_FAILED' } })
        : route.continue()
    await page.route(LINES, away)
    await open(page)
    const notice = page.getByText('The lines for strikeouts and hits allowed could not be read.')
    await passTimeUntil(page, 5_000, notice)
    expect(await rows(page, 'Workhorses: Highest Avg IP').count()).toBe(12)
    await expectInOrder(page)
    failing = false
    await passTimeUntil(page, 30_000, rows(page, STRIKEOUTS).first())
    await expect(notice).toHaveCount(0)
  })
})

import type { Page } from '@playwright/test'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze, analyzeButton, names, pickStat } from '../support/pages/board-page.ts'

/** Time for two boards, the first one with empty caches. */
test.describe.configure({ timeout: 180_000 })
test.use({ viewport: { width: 1440, height: 900 } })

/** Records new texts of live regions, which a screen reader announces. @returns reads the texts so far */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announcements: string[] = []
    Reflect.set(window, 'announcements', announcements)
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const seen = new Map<Element, string>()
    const look = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        const text = region.textContent?.trim() ?? ''
        if (text && text !== seen.get(region)) announcements.push(text)
        seen.set(region, text)
      }
    }
    look()
    announcements.length = 0
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'announcements') as string[])
}

test('live regions announce results, the remaining credits, a saved pick and a failed run', async ({
  page,
  site,
  watch,
}) => {
  watch.expected.push(/status of 503/)
  await openWithSession(page, site.url, await site.newUser())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  const readAnnouncements = await recordAnnouncements(page)
  const expectAnnouncement = (text: RegExp) =>
    expect.poll(async () => (await readAnnouncements()).join('\n')).toMatch(text)
  await analyze(page, 'Total Bases')
  await expectAnnouncement(/^Complete!$/m)
  await expectAnnouncement(/^\d+ lines$/m)
  await expectAnnouncement(/^19 credits$/m)

  const [player = ''] = await names(page)
  await page
    .getByRole('button', { name: new RegExp(`^Save ${player}, `) })
    .first()
    .click()
  await expectAnnouncement(/saved/i)

  await page.route('**/api/fetch-lines?**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
  )
  await pickStat(page, 'Hits')
  await analyzeButton(page).click()
  await expectAnnouncement(/No credit was used|Away/)
})

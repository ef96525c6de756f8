import { openWithSession } from '../support/accounts/session.ts'
import { expectAccessibleLayout } from '../support/appearances.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import {
  analyzeButton,
  choose,
  expectProgressLabel,
  pickStat,
  readLineCounts,
  settings,
} from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

test.describe('cost of a board', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('N1 N6 C1: All Stat Lines costs 3 credits once, also when the page is reloaded during the run', async ({
    page,
    site,
  }) => {
    const user = await site.newUser()
    await openWithSession(page, site.url, user)
    await pickStat(page, /^All Stat Lines/)
    await expect(analyzeButton(page)).toHaveAccessibleName(/^Analyze ?3 credits$/)
    const requested = Promise.withResolvers<void>()
    await page.route(/\/api\/game-logs/, () => requested.resolve())
    await analyzeButton(page).click()
    await requested.promise
    expect(await creditsOf(user)).toBe(17)
    await page.unroute(/\/api\/game-logs/)
    await page.reload()
    await expectProgressLabel(page, 'Complete!')
    await expect(page.locator('ol h3').first()).toBeVisible()
    expect((await readLineCounts(page)).total).toBeGreaterThan(100)
    expect(await creditsOf(user)).toBe(17)
    await page.reload()
    await expectProgressLabel(page, 'Complete!')
    expect(await creditsOf(user)).toBe(17)
    const { data } = await user.client.from('runs').select('state, cost')
    expect(data).toEqual([{ state: 'captured', cost: 3 }])
  })

  test('N6: a run without lines ends with "No lines found" and charges nothing', {
    tag: NIGHTLY,
  }, async ({ page, site }) => {
    // The sample league has no games in winter.
    const winter = await site.instance({ env: { LEAGUE_CLOCK: 'frozen:2026-12-20T17:00:00Z' } })
    const user = await site.newUser()
    await openWithSession(page, winter.url, user)
    await choose(await settings(page), 'Odds type', 'Demon')
    await pickStat(page, 'Home Runs')
    await analyzeButton(page).click()
    await expectProgressLabel(page, 'No lines found')
    await expect(
      page.getByText(
        /^The book has no Home Runs lines with odds type Demon right now\. No credit was used\.$/,
      ),
    ).toBeVisible()
    await expectAccessibleLayout(page)
    expect(await creditsOf(user)).toBe(20)
    await page.getByRole('button', { name: 'Show all odds types' }).click()
    await expect(
      page.getByText('The book has no Home Runs lines right now. No credit was used.'),
    ).toBeVisible()
    expect(await creditsOf(user)).toBe(20)
    await page.close()
    await winter.close()
  })
})

import { openWithSession } from '../support/accounts/session.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { analyzeButton, expectProgressLabel, pickStat, readLineCounts } from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

test.describe('cost of a board', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('N1 N6 C1: All Stat Lines costs 3 credits once, also when the page is reloaded during the run', {
    tag: NIGHTLY,
  }, async ({ page, site }) => {
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
})

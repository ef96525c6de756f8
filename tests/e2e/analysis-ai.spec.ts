import { openWithSession } from '../support/accounts/session.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze, changeSettings, readProgressLabels, watchProgress } from '../support/pages/board-page.ts'
import { creditsOf } from '../support/product/test-site.ts'

// Two appearances that differ in width and theme.
for (const each of APPEARANCES.filter(({ tag }) => tag.length === 0)) {
  test(`N4 N6: AI mode recommends lines with sentences of the engine, ${each.name}`, {
    tag: tagAt('desktop', each),
  }, async ({ page, site }) => {
    const user = await site.newUser()
    await look(page, each)
    await openWithSession(page, site.url, user)
    await changeSettings(page, { Mode: 'AI', 'Top picks': '3' })
    await watchProgress(page)
    await analyze(page, 'Hits')
    expect(await readProgressLabels(page)).toEqual(
      expect.arrayContaining([
        '25 Fetching lines',
        '40 Reading the news',
        '60 Reading game logs',
        '80 Writing the analysis',
        '100 Complete!',
      ]),
    )
    await expect(page.getByText('3 lines reach their break-even, no edge shown.')).toBeVisible()
    await expect(
      page.getByText(/Text and figures by the engine \(.+\); no language model took part\./),
    ).toBeVisible()
    await expect(page.locator('ol h3')).toHaveCount(3)
    for (const card of await page.locator('ol > li[data-card]').all()) {
      await expect(card.getByText(/\d+% likely/)).toBeVisible()
    }
    const passed = page.getByText(/^Passed over \(\d+\)$/)
    await passed.click()
    await expect(page.locator('details[open] li span').first()).toHaveText(/\S/)
    await expectAccessibleLayout(page)
    expect(await creditsOf(user)).toBe(19)
    await page.reload()
    await expect(page.getByText('3 lines reach their break-even, no edge shown.')).toBeVisible()
    expect(await creditsOf(user)).toBe(19)
  })
}

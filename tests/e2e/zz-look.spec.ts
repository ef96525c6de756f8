import { expect, test } from '../support/analysis-site.ts'
import { analyze, says, analyzeButton, pickStat } from '../support/board-page.ts'
import { LOOKS, look } from '../support/looks.ts'
import { openWithSession } from '../support/session.ts'

const OUT = '/tmp/w17/b/shots'
for (const each of LOOKS) {
  test(`shots ${each.name}`, async ({ page, site }) => {
    test.setTimeout(900_000); page.setDefaultTimeout(120_000); const log = (m: string) => console.log(new Date().toISOString(), each.name, m)
    const user = await site.newUser()
    await look(page, each)
    await openWithSession(page, site.url, user)
    log('opened'); const shot = (name: string) => (log(name), page.screenshot({ path: `${OUT}/${each.name}-${name}.png` }))
    await analyze(page, /^All Stat Lines/)
    await shot('1-all')
    const load = page.getByRole('button', { name: /^Load all/ })
    const t = Date.now()
    await load.click()
    await page.getByRole('progressbar', { name: /^Loading lines/ }).waitFor()
    await shot('2-loading')
    await page.getByText(/^All [\d,]+ lines loaded/).waitFor({ timeout: 120_000 })
    console.log(each.name, 'loaded in', Date.now() - t, await page.getByText(/^All [\d,]+ lines loaded/).textContent(), await page.evaluate(() => document.activeElement?.textContent))
    await shot('3-loaded')
    const input = page.getByRole('searchbox', { name: 'Search players' })
    const t2 = await page.evaluate(async () => { const a = performance.now(); const el = document.querySelector<HTMLInputElement>('[data-search]')!; const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!; set.call(el, 'an'); el.dispatchEvent(new Event('input', { bubbles: true })); await new Promise(r => requestAnimationFrame(() => setTimeout(r))); return performance.now() - a })
    console.log('search takes', t2)
    await shot('4-search')
    await input.fill('')
    await page.route('**/api/game-logs', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      let done = false
      const body = text.split('\n').map((line) => {
        if (done || !line.includes('"type":"player"')) return line
        done = true
        const record = JSON.parse(line)
        delete record.forecasts
        return JSON.stringify({ ...record, games: [], forecastMissing: 'no games this season' })
      }).join('\n')
      await route.fulfill({ status: 200, body, contentType: 'application/x-ndjson' })
    })
    await analyze(page, 'Home Runs')
    await shot('5-home-runs')
    await page.getByText(/^Not ranked/).click()
    await page.getByText(/^Not ranked/).scrollIntoViewIfNeeded()
    await shot('6-not-ranked')
    const row = page.locator('li', { hasText: 'No games this season.' }).getByRole('link').first()
    await row.click()
    await page.getByText('Average, Demo').waitFor()
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `${OUT}/${each.name}-7-demo.png`, fullPage: true })
  })
}

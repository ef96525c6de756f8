import type { Page } from '@playwright/test'
import { openScreen, SCREENS } from '../support/a11y/screens.ts'
import { expect, openAs, test } from '../support/analysis-site.ts'
import { analyze, analyzeButton, names, pickStat } from '../support/board-page.ts'

/** The tree that a screen reader walks, as `toMatchAriaSnapshot` reads it: every line must be there, in this order. */
const TREES: Record<string, string> = {
  'sign in, with a refusal': `
    - main:
      - region "Sign in":
        - img "Propsight"
        - heading "Welcome to Propsight" [level=1]
        - textbox "Email"
        - textbox "Password"
        - alert
        - button "Sign in"
        - button "Email me a sign-in link"
        - button "Forgot password"
        - paragraph:
          - button "Sign up with an access code"
    - contentinfo:
      - navigation "Legal"
      - navigation "Social"`,
  'get started': `
    - link "Skip to content"
    - banner:
      - link "Propsight, Dashboard"
      - navigation "Main":
        - link "Dashboard"
        - link "My Picks"
        - link "AI Odds Scanner"
        - link "Pricing"
      - button /Theme/
      - button /Notifications/
      - button /Account/
    - main:
      - complementary "What to analyze":
        - radiogroup "Sport"
        - radiogroup "MLB stat lines"
        - region "Settings":
          - radiogroup "Mode"
          - radiogroup "Game window"
          - radiogroup "Top picks"
          - radiogroup "Odds type"
      - region "Lines":
        - heading [level=1]
        - button "Weather"
        - button /Analyze/
        - heading "Get Started" [level=2]
    - contentinfo`,
  board: `
    - region "Lines":
      - heading "Total Bases" [level=1]
      - paragraph:
        - link "How good are these numbers?"
      - button "Weather"
      - button "Analyze 1 credit"
      - status: Complete!
      - progressbar "Complete!"
      - region "Lines on this board":
        - searchbox "Search players"
        - radiogroup "Side"
        - combobox "Probability"
        - combobox "Team"
        - combobox "Game"
        - combobox "Sample"
        - status: /\\d+ lines/
        - button "Download CSV"
        - button "Copy link"
        - button "Keys"
      - heading "Top picks" [level=2]
      - list:
        - listitem:
          - button /^1 .+ hit rates$/
          - heading [level=3]:
            - link
          - img /^Last 10 games, oldest first. .+; line [\\d.]+; over in \\d+/
          - img /^\\d+ percent likely (over|under), interval \\d+ to \\d+/
          - button /^Save .+, (over|under) [\\d.]+ Total Bases$/
          - button /^Compare/
          - paragraph: /(Over|Under) \\d+% likely/
        - listitem
      - region "Also ranked":
        - heading "Also ranked" [level=2]
        - combobox "Sort"
        - list "Also ranked"`,
  player: `
    - main:
      - navigation "Back"
      - img "Rank 1"
      - heading [level=1]
      - button /^Save/
      - tablist "Stat":
        - tab "TOTAL BASES" [selected]
      - tabpanel "Total Bases":
        - region "Recent Games Performance":
          - heading "Recent Games Performance" [level=2]
          - radiogroup "View"
          - spinbutton "Line"
          - img /in the last 10 games against a line of [\\d.]+. over in \\d+ of \\d+/
          - slider "Line"
          - term: Over rate
        - region /^Why \\d+%$/:
          - table /^From [\\d.]+% to [\\d.]+% of (over|under) [\\d.]+, factor by factor$/
        - heading "Line and confidence" [level=2]
        - img /^\\d+ percent likely (over|under), interval \\d+ to \\d+/
        - region "AI Player Analysis"
        - region "Opposing Pitcher"
        - region "Hitting averages"`,
  picks: `
    - main:
      - region "My Picks":
        - heading "My Picks" [level=1]
        - status: 8 picks · each is kept 20 hours`,
  weather: `
    - dialog "Game Time Weather":
      - heading "Game Time Weather" [level=2]
      - button "Close"
      - region "MLB"
      - region "NFL"`,
  pitchers: `
    - main:
      - heading "Today's Pitchers" [level=1]`,
  account: `
    - dialog "Account":
      - heading "Account" [level=2]
      - button "Close"
      - radiogroup "Part of the account"
      - region "Upgrade"
      - table "Plans"
      - button "Sign Out"`,
}

test.use({ viewport: { width: 1440, height: 900 } })

for (const [name, tree] of Object.entries(TREES))
  test(`A screen reader finds its way: ${name}`, async ({ page, site, watch }) => {
    const screen = SCREENS.find((each) => each.name === name)
    if (!screen) throw new Error(`no screen is called ${name}`)
    watch.expected.push(...(screen.expected ?? []))
    await openScreen(screen, { page, site })
    await expect(page.locator('body')).toMatchAriaSnapshot(tree)
  })

/** Everything that live regions said since, in their order: what a screen reader would speak unasked. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const seen = new Map<Element, string>()
    const look = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        const text = region.textContent?.trim() ?? ''
        if (text && text !== seen.get(region)) said.push(text)
        seen.set(region, text)
      }
    }
    look()
    said.length = 0
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[])
}

test('live regions say that results are there, what a pick costs, what was saved and what failed', async ({
  page,
  site,
  watch,
}) => {
  watch.expected.push(/status of 503/)
  await openAs(page, site.url, await site.newUser())
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  const said = await listen(page)
  const hears = (words: RegExp) => expect.poll(async () => (await said()).join('\n')).toMatch(words)
  await analyze(page, 'Total Bases')
  await hears(/^Complete!$/m)
  await hears(/^\d+ lines$/m)
  await hears(/^19 credits$/m)

  const [player = ''] = await names(page)
  await page
    .getByRole('button', { name: new RegExp(`^Save ${player}, `) })
    .first()
    .click()
  await hears(/saved/i)

  await page.route('**/api/fetch-lines?**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'UPSTREAM_ERROR' } }),
  )
  await pickStat(page, 'Hits')
  await analyzeButton(page).click()
  await hears(/No credit was used|Away/)
})

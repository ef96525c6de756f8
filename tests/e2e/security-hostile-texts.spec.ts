import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { injectHostileTexts } from '../support/hostile/inject-texts.ts'
import { expectNoScriptRan, observeInjections, shownLiterally } from '../support/hostile/script-detection.ts'
import { openScreen, SCREENS } from '../support/screens/all-screens.ts'

test.describe.configure({ mode: 'parallel' })

/** Screens that show texts of upstreams and of other users. */
const SHOW_TEXTS = new Set(['pitchers', 'board', 'player', 'weather', 'picks', 'parlays'])

/** Its test runs in the fast tier. */
const FAST_SCREEN = 'picks'

for (const screen of SCREENS) {
  const tag = screen.name === FAST_SCREEN ? [] : [NIGHTLY]
  test(`Hostile texts run nothing on the screen: ${screen.name}`, { tag }, async ({ page, site, watch }) => {
    watch.expected.push(...(screen.expected ?? []))
    const effects = await observeInjections(page)
    await injectHostileTexts(page)
    await openScreen(screen, { page, site })
    if (SHOW_TEXTS.has(screen.name)) expect(await shownLiterally(page)).toBeGreaterThan(0)
    await expectNoScriptRan(page, effects)
  })
}

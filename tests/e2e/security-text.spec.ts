import { openScreen, SCREENS } from '../support/a11y/screens.ts'
import { expect, test } from '../support/analysis-site.ts'
import { poisonAnswers } from '../support/hostile/poison-answers.ts'
import { expectUnharmed, shownLiterally, watchHarm } from '../support/hostile/unharmed.ts'

test.describe.configure({ mode: 'parallel' })

/** Screens that are there to show what others wrote. */
const SHOW_TEXTS = new Set(['pitchers', 'board', 'player', 'weather', 'picks', 'parlays'])

for (const screen of SCREENS) {
  test(`texts of others are words on: ${screen.name}`, async ({ page, site, watch }) => {
    watch.expected.push(...(screen.expected ?? []))
    const harm = await watchHarm(page)
    await poisonAnswers(page)
    await openScreen(screen, { page, site })
    if (SHOW_TEXTS.has(screen.name)) expect(await shownLiterally(page)).toBeGreaterThan(0)
    await expectUnharmed(page, harm)
  })
}

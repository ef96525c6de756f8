import { mkdirSync } from 'node:fs'
import { measureDensity } from '../support/appearances.ts'
import { test } from '../support/fixtures.ts'
import { LOOKS, LOOKS_TAG, pictureFile } from '../support/looks/looks.ts'
import { openScreen, SCREENS, waitForTransitions } from '../support/screens/all-screens.ts'

/** `npm run looks`: pictures of every screen in every width and theme, for people to look at, and the density of lists. */

const LONG_MS = 180_000
test.describe.configure({ mode: 'parallel', timeout: LONG_MS })

for (const screen of SCREENS)
  test(`pictures of ${screen.name}`, { tag: LOOKS_TAG }, async ({ page, site, watch }) => {
    watch.expected.push(...(screen.expected ?? []))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openScreen(screen, { page, site })
    // The pictures show screens with their content. A screen that never ends loading is pictured as it is.
    await page.waitForLoadState('networkidle')
    for (const look of LOOKS) {
      const { width, height, theme } = look
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme })
      await waitForTransitions(page)
      const file = pictureFile(screen.name, look)
      mkdirSync(new URL('.', file), { recursive: true })
      await page.screenshot({ path: file.pathname, animations: 'disabled' })
      if (theme === 'light') continue
      const { rows, controlRows, greyShare, wordsPerRow } = await measureDensity(page)
      if (rows === 0) continue
      process.stdout.write(
        `${screen.name}, ${width} px: ${rows} rows, ${controlRows} rows of controls above, ${Math.round(100 * greyShare)}% grey, ${Math.round(wordsPerRow)} words a row\n`,
      )
    }
  })

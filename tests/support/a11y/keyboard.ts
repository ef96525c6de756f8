import { expect, type Locator, type Page } from '@playwright/test'

/** Upper bound of tab stops between two controls of any screen. */
const MOST_STOPS = 160
/** Upper bound of tab stops in the largest dialog. */
const MOST_DIALOG_STOPS = 40

/** The focused element, and whether it or the control around it shows an outline. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return { name: 'nothing', outlined: true }
    let outlined = false
    for (let each: Element | null = at; each && !outlined; each = each.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      if (each !== at && each.matches('li, section, form, main, [role=dialog]')) break
    }
    const name = at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)
    return { name: `${at.tagName} ${name}`, outlined }
  })

/** Presses a key and expects the focus to be visible afterwards. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  const { name, outlined } = await focused(page)
  expect(outlined, `focus is visible on ${name}`).toBe(true)
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/**
 * Presses Tab until the control has the focus, which must be visible at every stop. Fails if it is
 * unreachable.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await hasFocus(target)) return
    await press(page, key)
  }
  await expect(target).toBeFocused()
}

/** Moves the focus to a control with Tab and activates it. */
export async function activate(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Presses an arrow key within a radio group until this option has the focus. */
export async function arrowTo(page: Page, target: Locator, key = 'ArrowDown'): Promise<void> {
  for (let steps = 0; steps < MOST_DIALOG_STOPS && !(await hasFocus(target)); steps++) await press(page, key)
  await expect(target).toBeFocused()
}

/** Expects Tab and Shift+Tab to stay within the dialog. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const inside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stops = 0; stops < MOST_DIALOG_STOPS; stops++) {
      await press(page, key)
      // At the end of the dialog a focus guard moves the focus to the other end.
      await expect.poll(inside, { message: `${key} leaves the dialog` }).toBe(true)
    }
}

/** Closes a dialog with Escape and expects the focus to return to its opener. */
export async function escapeTo(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** A date field has a tab stop for each of its parts and for its button. */
const STOPS_OF_A_FIELD = 5

/** Expects that Tab moves through the whole page and out of it: no element traps the focus. */
export async function expectNoTrap(page: Page): Promise<void> {
  /**
   * Position of the focus: 'out' of the page, 'around' to the first stop, on the 'same' stop, or 'on' the
   * next.
   */
  const step = () =>
    page.evaluate(() => {
      const at = document.activeElement
      const stops: (Element | null)[] = Reflect.get(window, 'stops') ?? []
      Reflect.set(window, 'stops', [stops[0] ?? at, at])
      if (at === document.body) return 'out'
      if (at === stops[1]) return 'same'
      return at === stops[0] ? 'around' : 'on'
    })
  await page.evaluate(() => Reflect.deleteProperty(window, 'stops'))
  let same = 0
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await press(page, 'Tab')
    const where = await step()
    if (stops > 0 && (where === 'out' || where === 'around')) return
    same = where === 'same' ? same + 1 : 0
    expect(same, 'the focus moves on').toBeLessThan(STOPS_OF_A_FIELD)
  }
  throw new Error(`no end after ${MOST_STOPS} stops`)
}

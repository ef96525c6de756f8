import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has between two controls of a journey. */
const MOST_STOPS = 160
/** Enough to go around the largest dialog. */
const AROUND = 40

/** Whether what has the focus, or the control around it, shows an outline; and whose focus it is. */
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

/** Presses a key; wherever the focus then is, it is seen. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  const { name, outlined } = await focused(page)
  expect(outlined, `focus is seen on ${name}`).toBe(true)
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Tab until the control has the focus, which is seen at every stop; what cannot be reached fails here. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await hasFocus(target)) return
    await press(page, key)
  }
  await expect(target).toBeFocused()
}

/** Goes there, and presses it. */
export async function activate(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Arrows within a group of choices until this one has the focus. */
export async function arrowTo(page: Page, target: Locator, key = 'ArrowDown'): Promise<void> {
  for (let steps = 0; steps < AROUND && !(await hasFocus(target)); steps++) await press(page, key)
  await expect(target).toBeFocused()
}

/** Tab and Shift+Tab go around within the dialog. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const inside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stops = 0; stops < AROUND; stops++) {
      await press(page, key)
      // At the end of the dialog a guard takes the focus and hands it on to the other end.
      await expect.poll(inside, { message: `${key} leaves the dialog` }).toBe(true)
    }
}

/** Closes what lies on top by Esc, and the focus is where it was before. */
export async function escapeTo(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** A date has a stop for each of its parts, and its button. */
const STOPS_OF_A_FIELD = 5

/** Tab leads from the first stop through the page and out of it again: nothing holds the focus. */
export async function expectNoTrap(page: Page): Promise<void> {
  /** Where the focus is: on nothing, where it began, where it was before, or at the next stop. */
  const step = () =>
    page.evaluate(() => {
      const at = document.activeElement
      const stops: (Element | null)[] = Reflect.get(window, 'stops') ?? []
      Reflect.set(window, 'stops', [stops[0] ?? at, at])
      if (at === document.body) return 'out'
      return at === stops[1] ? 'same' : at === stops[0] ? 'around' : 'on'
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

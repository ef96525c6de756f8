import { expect, type Page } from '@playwright/test'

/** Text spacing of WCAG 1.4.12, at which no content may be lost. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/**
 * Applies the text spacing with a constructed style sheet, because the content policy rejects a style
 * element.
 */
export const applyTextSpacing = (page: Page): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, TEXT_SPACING)

/** Removes the text spacing. */
export const removeTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })

/**
 * Finds elements whose text is clipped by their overflow. A line with an ellipsis is allowed if the full text
 * is available by opening it (a row of the board), by a button that expands it, or in its title.
 */
export const findClippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ROUNDING_PX = 2
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const isCut = (element: Element): boolean => {
      const style = getComputedStyle(element)
      // Text only for screen readers is one pixel large by intention.
      if (style.clipPath !== 'none' || element.closest('.u-vh') || !element.checkVisibility()) return false
      const text = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!text) return false
      const isShortened =
        style.textOverflow === 'ellipsis' ||
        style.webkitLineClamp !== 'none' ||
        element.closest('[class*=market]') !== null
      if (isShortened && element.closest('[data-card], [title]')) return false
      if (isShortened && document.querySelector(`[aria-expanded][aria-controls="${element.id}"]`))
        return false
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      return (
        (hides(style.overflowX) && scrollWidth > clientWidth + ROUNDING_PX) ||
        (hides(style.overflowY) && scrollHeight > clientHeight + ROUNDING_PX)
      )
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => !(element instanceof SVGElement) && isCut(element))
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`)
  })

/** Selector of focusable controls. */
const REACHABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

interface InvisibleFocus {
  element: string
  why: string
}

/**
 * Focuses every control, within the topmost dialog if one is open. Returns those that are then completely
 * covered by another element (WCAG 2.4.11) or show no outline (2.4.7). A covering popup may close until the
 * next frame.
 */
export async function findInvisibleFocus(page: Page): Promise<InvisibleFocus[]> {
  // :focus-visible depends on the last input device, so the last input must be a key.
  await page.keyboard.press('Shift')
  return page.evaluate(async (reachable) => {
    const within = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document
    const describe = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
    const isCovered = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const inset = 0.05
      const steps = [inset, 0.25, 0.5, 0.75, 1 - inset]
      const points = steps.flatMap((x) =>
        steps.map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
      )
      return !points.some(([x, y]) => {
        const at = document.elementFromPoint(x, y)
        return (
          at !== null &&
          (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element))
        )
      })
    }
    const isOutlined = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { outlineStyle, outlineWidth } = getComputedStyle(at)
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
        // A group may show the outline for the control inside it, but no element further up.
        if (at !== element && at.matches('li, section, form, main, [role=dialog]')) return false
      }
      return false
    }
    const found: { element: string; why: string }[] = []
    const before = document.activeElement
    for (const element of within.querySelectorAll<HTMLElement>(reachable)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) continue
      element.focus()
      if (document.activeElement !== element) continue
      if (isCovered(element)) await new Promise(requestAnimationFrame)
      if (isCovered(element)) found.push({ element: describe(element), why: 'covered' })
      if (!isOutlined(element)) found.push({ element: describe(element), why: 'no outline' })
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    return found
  }, REACHABLE)
}

/** Elements of the page with an animation or a transition, running or declared. */
export const findMovingElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seconds = (list: string) => Math.max(...list.split(',').map((each) => Number.parseFloat(each)))
    const styled = [...document.querySelectorAll('body *')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part)
        const moves =
          seconds(transitionDuration) > 0 || (animationName !== 'none' && seconds(animationDuration) > 0)
        return moves ? [`${element.tagName} ${element.className}${part ?? ''}`] : []
      }),
    )
    return [...styled, ...document.getAnimations().map((each) => `animation of ${each.id}`)]
  })

/**
 * Expects that no text is clipped. A button that expands a text appears in a later frame than the text.
 * @param when description for the failure message
 */
export const expectNoClippedText = async (page: Page, when: string): Promise<void> =>
  expect.poll(() => findClippedText(page), `clipped text ${when}`).toEqual([])

/**
 * Expects that every control shows its focus and is not covered.
 * @param when description for the failure message
 */
export const expectVisibleFocus = async (page: Page, when: string): Promise<void> =>
  expect(await findInvisibleFocus(page), `focus ${when}`).toEqual([])

import { expect, type Page } from '@playwright/test'

/** Distances that readers may ask for and no text may be lost at: WCAG 1.4.12, in parts of the font size. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/** Sets the text apart; by a constructed sheet, since the content policy refuses a style element. */
export const spaceText = (page: Page): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, TEXT_SPACING)

/** Takes the distances back. */
export const unspaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })

/**
 * Text that is cut: its box hides what is beyond it, and something is. A line that ends in an ellipsis is left out where
 * the whole of it is a press away (a row of the board opens) or in its title.
 */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ROUNDING_PX = 2
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const isCut = (element: Element): boolean => {
      const style = getComputedStyle(element)
      // Words for screen readers alone are a pixel large by intention.
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

/** What can be focused and is seen; behind a dialog nothing can be. */
const REACHABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

interface Unseen {
  element: string
  why: string
}

/**
 * Gives every control the focus, as the keyboard does, and names those that then lie beneath something else as a whole
 * (WCAG 2.4.11) or show no outline (2.4.7). What lies above closes, where it does, by the next frame.
 */
export async function unseenFocus(page: Page): Promise<Unseen[]> {
  // What was last pressed decides whether a focus is shown.
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
        // A group shows it for the control inside it, no farther up than that.
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

/** Everything on the page that moves, or would. */
export const moving = (page: Page): Promise<string[]> =>
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

/** Nothing of the text is cut off. */
export const expectNoCutText = async (page: Page, when: string): Promise<void> =>
  expect(await cutText(page), `cut ${when}`).toEqual([])

/** Every control shows that it has the focus, and lies beneath nothing. */
export const expectSeenFocus = async (page: Page, when: string): Promise<void> =>
  expect(await unseenFocus(page), `focus ${when}`).toEqual([])

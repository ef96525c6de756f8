/**
 * Called before the focused control goes: moves the focus to the screen or dialog around it, so that the next Tab goes
 * on from there and not from the top of the page.
 */
export function leaveFocus(page: Document = document): void {
  page.activeElement?.closest<HTMLElement>('[role$="dialog"], main')?.focus({ preventScroll: true })
}

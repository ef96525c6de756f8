/**
 * Moves the focus to the surrounding dialog or screen. Call before the focused control is removed, so that
 * the next Tab continues from there and not from the top of the page.
 */
export function moveFocusToScreen(): void {
  document.activeElement?.closest<HTMLElement>('[role$="dialog"], main')?.focus({ preventScroll: true })
}

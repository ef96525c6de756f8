/** What closes when the part under it is replaced. */
const OPENED = '[role$="dialog"], [role="menu"], [role="listbox"]'
/** How long a replaced screen may take to be as long as it was: it reads again what it shows. */
const GROW_MS = 5_000

/**
 * Whether somebody is in the middle of something that is lost when the part around it is replaced, and that no
 * registered check knows: a field that is being typed in, an open dialog or menu.
 */
export function isOccupied({ activeElement: field }: Document = document): boolean {
  if (field?.closest(OPENED)) return true
  if (field instanceof HTMLTextAreaElement) return true
  if (field instanceof HTMLInputElement) return !/^(button|checkbox|radio|range|submit)$/.test(field.type)
  return field instanceof HTMLElement && field.isContentEditable
}

/**
 * Remembers where the reader is, before a part of the screen is replaced.
 * @returns puts scroll and focus back: the focus to what held the part where its own place is gone
 */
export function holdPlace(page: Document = document): () => void {
  const { activeElement: focused, defaultView } = page
  const holder = focused?.closest<HTMLElement>('[role$="dialog"], main')
  const main = page.querySelector('main')
  const height = main?.offsetHeight ?? 0
  const [left, top] = [defaultView?.scrollX ?? 0, defaultView?.scrollY ?? 0]
  return () => {
    if (focused && !focused.isConnected) holder?.focus({ preventScroll: true })
    if (!defaultView || (left === 0 && top === 0)) return
    if (main) holdHeight(main, height)
    if (defaultView.scrollX !== left || defaultView.scrollY !== top)
      defaultView.scrollTo({ left, top, behavior: 'instant' })
  }
}

/** Without it a screen that begins with less than it had would be scrolled to its top. */
function holdHeight(main: HTMLElement, height: number): void {
  main.style.minHeight = `${height}px`
  setTimeout(() => {
    main.style.minHeight = ''
  }, GROW_MS)
}

/** Popups that close when the remote below them is replaced. */
const OPENED = '[role$="dialog"], [role="menu"], [role="listbox"]'
/** How long the height of a replaced screen is held, ms. The new release loads its data again. */
const GROW_MS = 5_000

/**
 * Whether the focus is in an input that would be lost when its remote is replaced and that no unsaved-work
 * check covers: a text field, an open dialog or an open menu.
 */
export function isOccupied({ activeElement: field }: Document = document): boolean {
  if (field?.closest(OPENED)) return true
  if (field instanceof HTMLTextAreaElement) return true
  if (field instanceof HTMLInputElement) return !/^(button|checkbox|radio|range|submit)$/.test(field.type)
  return field instanceof HTMLElement && field.isContentEditable
}

/**
 * Remembers scroll position and focus before a remote is replaced.
 * @returns restores both. The focus moves to the surrounding dialog or `main` when its element was removed.
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

/** Holds the height, because the browser would scroll up when the new screen is shorter at first. */
function holdHeight(main: HTMLElement, height: number): void {
  main.style.minHeight = `${height}px`
  setTimeout(() => {
    main.style.minHeight = ''
  }, GROW_MS)
}

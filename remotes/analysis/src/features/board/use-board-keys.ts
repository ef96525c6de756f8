import { useEffect } from 'react'

/** Actions of the shortcut keys on the focused card. */
export interface CardKeys {
  save(id: string): void
  compare(id: string): void
  toggle(id: string): void
  help(): void
}

/** Elements that handle letters or arrow keys themselves. */
const OWN_KEYS =
  'input, textarea, select, [contenteditable], dialog, [role=dialog], [role=tablist], [role=slider], [role=spinbutton], [role=menu]'

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

const openers = (root: HTMLElement): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-card] [data-open]'),
]

const focusedCard = (root: HTMLElement): HTMLElement | null => {
  const at = document.activeElement
  return at && root.contains(at) ? at.closest<HTMLElement>('[data-card]') : null
}

/**
 * Moves the focus to the next or previous card, or to the first visible one. Overscan renders the next row in
 * time.
 */
function move(root: HTMLElement, step: 1 | -1): boolean {
  const all = openers(root)
  const card = focusedCard(root)
  const at = all.findIndex((opener) => card?.contains(opener))
  const visible = () => all.findIndex((opener) => opener.getBoundingClientRect().top >= 0)
  const next = all[at >= 0 ? at + step : Math.max(0, visible())]
  if (!next) return at >= 0
  next.focus({ preventScroll: true })
  next.closest('[data-card]')?.scrollIntoView({ block: 'nearest' })
  return true
}

/**
 * Keyboard shortcuts of the board: j and k or the arrows move between cards, s saves, c compares, o expands
 * the hit rates, `/` focuses the search, `?` lists the keys, Esc clears the focus. Without a focused card the
 * arrows scroll the page. Enter on a name follows the link.
 * @param enabled whether the board is visible
 */
export function useBoardKeys(root: { current: HTMLElement | null }, enabled: boolean, keys: CardKeys): void {
  useEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      const board = root.current
      if (!board || defaultPrevented || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest(OWN_KEYS)) return
      // A dialog is open, and no element in it has the focus.
      if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
      if (handleKey(board, key, keys)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, enabled, keys])
}

/** @returns whether the board handled the key */
function handleKey(board: HTMLElement, key: string, keys: CardKeys): boolean {
  const card = focusedCard(board)
  const step = STEPS[key]
  if (step) {
    if (card === null && key !== 'j' && key !== 'k') return false
    return move(board, step)
  }
  if (key === '?') {
    keys.help()
    return true
  }
  if (key === '/') {
    board.querySelector<HTMLElement>('[data-search]')?.focus()
    return true
  }
  const id = card?.dataset.card
  if (!id) return false
  const action = { s: keys.save, c: keys.compare, o: keys.toggle }[key]
  action?.(id)
  if (key === 'Escape' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return action !== undefined || key === 'Escape'
}

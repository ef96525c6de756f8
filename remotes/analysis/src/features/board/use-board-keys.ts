import { useEffect } from 'react'

/** What a key does with the card that has the focus. */
export interface CardKeys {
  save(id: string): void
  compare(id: string): void
  toggle(id: string): void
  help(): void
}

/** Where letters are text, and where arrows mean something of their own. */
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

/** To the next card, or to the first one in view. Far rows are drawn before one gets there. */
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
 * Keys of the board: arrows or j and k from card to card (arrows only from a card on: before they scroll the page), s
 * saves, c compares, o opens the hit rates, `/` searches, `?` lists the keys, Esc leaves. Enter on a name opens it, as on
 * every link.
 * @param on whether the board is what is on screen
 */
export function useBoardKeys(root: { current: HTMLElement | null }, on: boolean, keys: CardKeys): void {
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      const board = root.current
      if (!board || defaultPrevented || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest(OWN_KEYS)) return
      // A dialog is open, and the focus happens to lie on nothing.
      if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
      if (act(board, key, keys)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, on, keys])
}

/** @returns whether the key was one of the board's */
function act(board: HTMLElement, key: string, keys: CardKeys): boolean {
  const card = focusedCard(board)
  const step = STEPS[key]
  if (step) return (card !== null || key === 'j' || key === 'k') && move(board, step)
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
  const run = { s: keys.save, c: keys.compare, o: keys.toggle }[key]
  run?.(id)
  if (key === 'Escape' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return run !== undefined || key === 'Escape'
}

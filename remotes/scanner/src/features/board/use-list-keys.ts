import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Row } from '../../state/rows.ts'

/** Elements that handle letters or arrow keys themselves. */
const OWN_KEYS =
  'input, textarea, select, [contenteditable], dialog, [role=dialog], [role=alertdialog], [role=radiogroup], [role=tablist], [role=slider], [role=menu]'

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Moves the focus to the next or previous row, or to the first visible one. Overscan renders it in time. */
function move(root: HTMLElement, step: 1 | -1): void {
  const names = [...root.querySelectorAll<HTMLElement>('[data-card] [data-open]')]
  const current = document.activeElement?.closest('[data-card]')
  const at = names.findIndex((name) => current?.contains(name))
  const firstVisible = Math.max(
    0,
    names.findIndex((name) => name.getBoundingClientRect().top >= 0),
  )
  const next = names[at < 0 ? firstVisible : at + step]
  next?.focus({ preventScroll: true })
  next?.closest('[data-card]')?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to the name of the row at a position of the list, or of the last rendered one. */
function focusRow(root: HTMLElement, index: number): void {
  const cards = [...root.querySelectorAll<HTMLElement>('[data-card]')]
  const card = cards.find((each) => Number(each.dataset.index) >= index) ?? cards.at(-1)
  card?.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true })
}

/**
 * Keeps the keyboard in the list when new prices remove the focused row: the row that takes its place is focused.
 * Browsers would move the focus to the page.
 */
function useKeptFocus(root: { current: HTMLElement | null }, rows: readonly Row[]): void {
  const last = useRef<{ id: string; index: number } | null>(null)
  useLayoutEffect(() => {
    const lost = last.current
    if (!root.current || !lost || document.activeElement !== document.body) return
    if (!rows.some(({ id }) => id === lost.id)) focusRow(root.current, lost.index)
  }, [root, rows])
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
      const { card: id, index } = card?.dataset ?? {}
      last.current = id === undefined ? null : { id, index: Number(index) }
    }
    const forget = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') last.current = null
    }
    document.addEventListener('focusin', note)
    document.addEventListener('keydown', forget)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('keydown', forget)
    }
  }, [])
}

/**
 * Keyboard shortcuts of the scanner, as on the Dashboard: j and k, or the arrows from a focused row, move between rows;
 * Enter on a name expands; `/` focuses the search; Esc clears the focus. Without a focused row the arrows scroll.
 * @param rows the props of the list
 */
export function useListKeys(root: { current: HTMLElement | null }, rows: readonly Row[]): void {
  useKeptFocus(root, rows)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      const list = root.current
      if (!list || defaultPrevented || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest(OWN_KEYS)) return
      if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
      const step = STEPS[key]
      const focused = document.activeElement
      const isInRow = focused !== null && list.contains(focused) && focused.closest('[data-card]') !== null
      if (step && (isInRow || key === 'j' || key === 'k')) move(list, step)
      else if (key === '/') list.querySelector<HTMLElement>('[data-search]')?.focus()
      else if (key === 'Escape' && isInRow && focused instanceof HTMLElement) focused.blur()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root])
}

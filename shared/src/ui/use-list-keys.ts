import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** What the keys of a list do besides moving between its rows. */
export interface ListKeys {
  /** Whether the list is visible; true by default. */
  enabled?: boolean
  /** Acts on the focused row, by letter. Gets the row's `data-card`. */
  actions?: Readonly<Record<string, (id: string) => void>>
  /** Shows the list of keys, on `?`. */
  onHelp(): void
}

/** Elements that handle letters or arrow keys themselves, and dialogs. */
const OWN_KEYS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=alertdialog], [role=radiogroup], [role=tablist], [role=slider], [role=spinbutton], [role=menu]'

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

const openersOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[data-card] [data-open]'),
]

function focusedRow(list: HTMLElement): HTMLElement | null {
  const focused = document.activeElement
  return focused && list.contains(focused) ? focused.closest<HTMLElement>('[data-card]') : null
}

/** Moves the focus to the next or previous row, or to the first visible one. Overscan renders the next row in time. */
function move(list: HTMLElement, step: 1 | -1): void {
  const openers = openersOf(list)
  const row = focusedRow(list)
  const at = openers.findIndex((opener) => row?.contains(opener))
  const firstVisible = openers.findIndex((opener) => opener.getBoundingClientRect().top >= 0)
  const next = openers[at < 0 ? Math.max(0, firstVisible) : at + step]
  next?.focus({ preventScroll: true })
  next?.closest('[data-card]')?.scrollIntoView?.({ block: 'nearest' })
}

/** @returns whether the list handled the key */
function handleKey(list: HTMLElement, key: string, { actions, onHelp }: ListKeys): boolean {
  const row = focusedRow(list)
  const step = STEPS[key]
  if (step) {
    if (row === null && key !== 'j' && key !== 'k') return false
    move(list, step)
    return true
  }
  if (key === '?') {
    onHelp()
    return true
  }
  if (key === '/') {
    const search = list.querySelector<HTMLElement>('[data-search]')
    search?.focus()
    return search !== null
  }
  const id = row?.dataset.card
  if (id === undefined) return false
  if (key === 'Escape' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  actions?.[key]?.(id)
  return key === 'Escape' || actions?.[key] !== undefined
}

/**
 * The keys of every list: j and k, or the arrows from a focused row, move between rows; `/` focuses the search,
 * `?` lists the keys, Esc clears the focus, and letters act on the focused row. Without a focused row the arrows
 * scroll the page. Rows have `data-card` with their id, their names `data-open`; Enter opens as the name does.
 * @param root element that contains the list and its search
 */
export function useListKeys(root: { current: HTMLElement | null }, keys: ListKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
    const list = root.current
    if (keys.enabled === false || !list || defaultPrevented || ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.closest(OWN_KEYS)) return
    // A dialog is open, and no element in it has the focus.
    if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
    if (handleKey(list, key, keys)) event.preventDefault()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Moves the focus to the row at a position of the list, or to the last rendered one. */
function focusRow(list: HTMLElement, index: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-card]')]
  const row = rows.find((each) => Number(each.dataset.index) >= index) ?? rows.at(-1)
  row?.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true })
}

/**
 * Keeps the keyboard in the list when new data removes the focused row: the row that takes its place is focused.
 * Browsers would move the focus to the page. Rows have their position as `data-index`.
 * @param rows the rows of the list
 */
export function useKeptFocus(root: { current: HTMLElement | null }, rows: readonly { id: string }[]): void {
  const last = useRef<{ id: string; index: number } | null>(null)
  useLayoutEffect(() => {
    const lost = last.current
    if (!root.current || !lost || document.activeElement !== document.body) return
    if (!rows.some(({ id }) => id === lost.id)) focusRow(root.current, lost.index)
  }, [root, rows])
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
      const { card: id, index } = row?.dataset ?? {}
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

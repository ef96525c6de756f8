/**
 * Moves the focus to a card of the grid after the focused element was removed; without cards, to the title.
 * @param place index in the grid, from 0; beyond the end the last card is focused
 */
export function focusPick(place: number): void {
  const at = document.querySelector<HTMLElement>(`[data-pick][aria-posinset="${place + 1}"] [data-open]`)
  const last = [...document.querySelectorAll<HTMLElement>('[data-pick] [data-open]')].at(-1)
  const target = at ?? last ?? document.getElementById('picks-title')
  target?.focus()
}

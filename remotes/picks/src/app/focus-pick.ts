/**
 * Puts the focus on a card of the grid, else on the title: where it goes when what had it is gone.
 * @param place in the grid, from 0
 */
export function focusPick(place: number): void {
  const at = document.querySelector<HTMLElement>(`[data-pick][aria-posinset="${place + 1}"] [data-open]`)
  const last = [...document.querySelectorAll<HTMLElement>('[data-pick] [data-open]')].at(-1)
  const target = at ?? last ?? document.getElementById('picks-title')
  target?.focus()
}

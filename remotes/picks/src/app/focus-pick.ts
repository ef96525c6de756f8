/**
 * Moves the focus to a card after the focused element was removed; without cards, to the title.
 * @param index position among all picks, from 0; beyond the end the last card is focused
 */
export function focusPick(index: number): void {
  const at = document.querySelector<HTMLElement>(`[data-card][data-index="${index}"] [data-open]`)
  const last = [...document.querySelectorAll<HTMLElement>('[data-card] [data-open]')].at(-1)
  const target = at ?? last ?? document.getElementById('picks-title')
  target?.focus()
}

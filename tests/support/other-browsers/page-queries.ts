import type * as TestingLibrary from '@testing-library/dom'
import type { Name } from './visitor.ts'

/**
 * Functions that run in the page. WebDriver has no queries by role and accessible name, so the page gets those of
 * Testing Library. A function may use its arguments and the globals of the page only.
 */

declare global {
  interface Window {
    TestingLibraryDom: typeof TestingLibrary
    problemsOfVisit: string[]
  }
}

/** A name in a form that can be sent to the page. */
export type SentName = { text: string } | { source: string; flags: string }
export const sentName = (name: Name): SentName =>
  typeof name === 'string' ? { text: name } : { source: name.source, flags: name.flags }

export const isPrepared = (): boolean => 'problemsOfVisit' in window && 'TestingLibraryDom' in window

/** Collects the problems of the page from now on. Those of its first moments are not seen. */
export function collectProblems(): void {
  const problems: string[] = []
  window.problemsOfVisit = problems
  addEventListener('error', ({ message }) => problems.push(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(`uncaught: ${reason}`))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    problems.push(`policy violation: ${violatedDirective} ${blockedURI} ${sample}`),
  )
}

export function labelsOf(role: string, name: SentName): string[] {
  const wanted = 'text' in name ? name.text : new RegExp(name.source, name.flags)
  return window.TestingLibraryDom.queryAllByRole(document.body, role, { name: wanted })
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .map((element) => element.ariaLabel ?? element.textContent)
}

export function firstOf(role: string, name: SentName): Element | null {
  const wanted = 'text' in name ? name.text : new RegExp(name.source, name.flags)
  const found = window.TestingLibraryDom.queryAllByRole(document.body, role, { name: wanted })
  return found.find((element) => element.checkVisibility() && element.getClientRects().length > 0) ?? null
}

/** The label of a radio button, which is what a person sees of it. */
export function labelOfRadio(group: string, option: string): Element | null {
  const { queryAllByRole } = window.TestingLibraryDom
  for (const each of queryAllByRole(document.body, 'radiogroup', { name: group })) {
    const [radio] = queryAllByRole(each, 'radio', { name: option })
    if (radio instanceof HTMLInputElement && each.checkVisibility()) return radio.labels?.[0] ?? radio
  }
  return null
}

export function fieldOf(label: string): Element | null {
  const found = window.TestingLibraryDom.queryAllByLabelText(document.body, label)
  return found.find((element) => element.checkVisibility()) ?? null
}

/** Sets the value as the date picker of the browser does: the parts of a date field differ between browsers. */
export function setDate(label: string, value: string): void {
  const { fireEvent, getByLabelText } = window.TestingLibraryDom
  fireEvent.change(getByLabelText(document.body, label), { target: { value } })
}

/** Chooses an option of a select element, whose list is drawn by the system and not by the page. */
export function selectOption(label: string, option: string): boolean {
  const { fireEvent, queryAllByLabelText } = window.TestingLibraryDom
  const select = queryAllByLabelText(document.body, label).find((element) => element.checkVisibility())
  if (!(select instanceof HTMLSelectElement)) return false
  const chosen = [...select.options].find(({ text }) => text === option)
  if (chosen) fireEvent.change(select, { target: { value: chosen.value } })
  return chosen !== undefined
}

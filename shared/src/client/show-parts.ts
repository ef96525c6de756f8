/**
 * Shows a text as one element for each of its parts, so that a narrow place can leave out whole parts instead of
 * cutting a word. An unchanged text changes nothing in the document.
 */
export function showParts(element: Element, parts: readonly string[]): void {
  if (element.textContent === parts.join('')) return
  const spans = parts.map((part) => {
    const span = document.createElement('span')
    span.textContent = part
    return span
  })
  element.replaceChildren(...spans)
}

/** One or two initials of an e-mail address: 'rae.kimball@…' gives 'RK'; '?' without letters or digits. */
export function initials(email: string): string {
  const parts = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = parts.slice(0, 2).map((part) => [...part][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/** Bytes as kB with one decimal, 1 kB being 1000 bytes, as everywhere in the product. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** An instant as `2026-07-15 16:04`, UTC; what is no instant stays as it is. */
export function instant(text: string | null): string {
  if (text === null) return '–'
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 16).replace('T', ' ')
}

/** A share of 0 to 1 as percent; a dash where there is none. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

/** What was told may hold anything; a terminal obeys control characters. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

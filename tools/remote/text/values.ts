/** Bytes as kB with one decimal. 1 kB is 1000 bytes, as everywhere in the product. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** A timestamp as `2026-07-15 16:04` in UTC; an invalid one is returned unchanged, null as a dash. */
export function instant(text: string | null): string {
  if (text === null) return '–'
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 16).replace('T', ' ')
}

/** A share from 0 to 1 as a percentage; null as a dash. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

/** Replaces control characters, which a terminal would interpret, in text from outside. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

export interface StatsText {
  /** The number that the games are held against. */
  line: number
  side: 'OVER' | 'UNDER'
  statType: string
}

const FORM = /^(\d+(?:\.\d+)?)\s*(more|less|over|under)\b(?:\s+than\b)?\s+(\S.*)$/i

/**
 * The text of a line, '1.5 More Total Bases': a number, then More/Less wording, then the stat type
 * (specification 2 §3, §5). Over and Under are read as More and Less.
 * @returns null when the text has another form
 */
export function parseStatsText(text: string): StatsText | null {
  const match = FORM.exec(text.trim())
  if (!match) return null
  const [, number = '', word = '', statType = ''] = match
  return {
    line: Number(number),
    side: /more|over/i.test(word) ? 'OVER' : 'UNDER',
    statType: statType.replace(/\s+/g, ' ').trim(),
  }
}

/** The same text from its parts, as the book writes it. */
export const statsText = (parts: StatsText): string =>
  `${parts.line} ${parts.side === 'OVER' ? 'More' : 'Less'} ${parts.statType}`

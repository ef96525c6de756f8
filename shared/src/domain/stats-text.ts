import { findStatType } from './sports/index.ts'

/** The canonical name of a market; the given name for one that the domain does not know. */
export const canonicalStat = (name: string): string => findStatType(name)?.name ?? name

export interface StatsText {
  /** The number to beat. */
  line: number
  side: 'OVER' | 'UNDER'
  statType: string
}

const FORM = /^(\d+(?:\.\d+)?)\s*(more|less|over|under)\b(?:\s+than\b)?\s+(\S.*)$/i

/**
 * Parses the text of a line, such as '1.5 More Total Bases': a number, then More or Less, then the market
 * (N9). Over and Under mean More and Less.
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

/** Formats the parts as the book writes them: the inverse of `parseStatsText`. */
export const formatStatsText = (parts: StatsText): string =>
  `${parts.line} ${parts.side === 'OVER' ? 'More' : 'Less'} ${parts.statType}`

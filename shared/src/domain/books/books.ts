import type { BookRules } from './book-rules.ts'
import { HOTSTREAK } from './hotstreak.ts'
import { PAYDAY } from './payday.ts'
import { PRIZEPICKS } from './prizepicks.ts'
import { UNDERDOG } from './underdog.ts'

const BOOKS = { prizepicks: PRIZEPICKS, underdog: UNDERDOG, hotstreak: HOTSTREAK, payday: PAYDAY } as const

export type BookId = keyof typeof BOOKS
export const BOOK_IDS = ['prizepicks', 'underdog', 'hotstreak', 'payday'] as const satisfies readonly BookId[]

/** The book of lines, picks and entries that name none: the source of the lines. */
export const DEFAULT_BOOK: BookId = 'prizepicks'

/** Returns the rules of a book. */
export const bookRules = (book: BookId = DEFAULT_BOOK): BookRules => BOOKS[book]

/** "by PrizePicks' rules of 2026-11-28". */
export function rulesText(book: BookId = DEFAULT_BOOK, readOn = bookRules(book).readOn): string {
  const { name } = bookRules(book)
  return `by ${name}${name.endsWith('s') ? "'" : "'s"} rules of ${readOn}`
}

/** One kind of data: what it is, how long it is kept, and the tables it lies in. */
export interface Kept {
  name: string
  what: string
  until: string
  /** Tables of the database; a test finds the ones that nobody wrote about. */
  tables: readonly string[]
}

/** A paragraph, a list, or what is kept. */
export type LegalBlock = string | { points: readonly string[] } | { kept: readonly Kept[] }

export interface LegalSection {
  heading: string
  blocks: readonly LegalBlock[]
}

export interface LegalDocument {
  title: string
  /** What the text is, in a sentence or two. */
  intro: string
  sections: readonly LegalSection[]
}

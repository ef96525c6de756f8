/** One kind of stored data: description, retention, and its database tables. */
export interface StoredData {
  name: string
  what: string
  until: string
  /** Database tables. A test fails for a table with personal data that no entry names. */
  tables: readonly string[]
}

/** A paragraph, a list, or a list of stored data. */
export type LegalBlock = string | { points: readonly string[] } | { storedData: readonly StoredData[] }

export interface LegalSection {
  heading: string
  blocks: readonly LegalBlock[]
}

export interface LegalDocument {
  title: string
  /** Summary in one or two sentences. */
  intro: string
  sections: readonly LegalSection[]
}

/** What the database quotes: names of its own, and values of whoever called. */
const QUOTED =
  /(\b(?:column|relation|constraint|table|function|schema|policy|role) )?("[^"]*"?|'[^']*'?|\([^)]*\)?)/g

/** A failure's sentence for a log: names of columns and tables stay, the values in it, which may be secrets, go. */
export const withoutValues = (sentence: string): string =>
  sentence.replace(QUOTED, (whole, named) => (named === undefined ? '…' : whole))

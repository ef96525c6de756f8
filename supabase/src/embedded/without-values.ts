/** Quoted parts of a database error: names of database objects, and values of the caller. */
const QUOTED =
  /(\b(?:column|relation|constraint|table|function|schema|policy|role) )?("[^"]*"?|'[^']*'?|\([^)]*\)?)/g

/**
 * Removes values, which may be secrets, from an error message for the log. Names of columns and tables
 * remain.
 */
export const withoutValues = (sentence: string): string =>
  sentence.replace(QUOTED, (whole, named) => (named === undefined ? '…' : whole))

/** Separators between the words of a filter such as `not.in.(a,b)`. */
const BETWEEN_WORDS = /[.,()]/

/**
 * Whether a query contains the name of an inherited object property (`constructor`, `__proto__`). The service
 * looks up operators in a plain object, finds the inherited property, and fails.
 */
export const hasInheritedWord = (query: URLSearchParams): boolean =>
  [...query].flat().some((text) => text.split(BETWEEN_WORDS).some((word) => word in Object.prototype))

/** What divides the words of a filter: `not.in.(a,b)`. */
const BETWEEN_WORDS = /[.,()]/

/**
 * Whether a query holds a word that every object has (`constructor`, `__proto__`): the service looks operators up by
 * their words, finds those, and fails on what is no operator.
 */
export const hasInheritedWord = (query: URLSearchParams): boolean =>
  [...query].flat().some((text) => text.split(BETWEEN_WORDS).some((word) => word in Object.prototype))

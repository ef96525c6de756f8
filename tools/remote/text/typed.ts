/** A command as it is typed, for whoever reads what to do next. */
export const typed = (words: string): string => `npm run remote -- ${words}`

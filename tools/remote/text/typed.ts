/** The full command line of a subcommand, for messages. */
export const typed = (words: string): string => `npm run remote -- ${words}`

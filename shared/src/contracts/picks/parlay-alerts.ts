// Apart from the schemas of the call, which only the dialogs of My Picks load.

/** Number of legs of a parlay: limits and default (P5). */
export const PARLAY_SIZE = { least: 2, most: 10, usual: 2 } as const

/** Alert texts of the parlay flow, in the order of its checks (P8). */
export const PARLAY_ALERTS = {
  signedOut: 'Please log in to use the parlay feature.',
  noCredits: 'No credits remaining. Please upgrade your plan to use the parlay feature.',
  tooFew: (legs: number, picks: number) =>
    `You need at least ${legs} picks to create a ${legs}-leg parlay. You currently have ${picks} picks.`,
  charge: (message: string) => `Failed to use credit: ${message}`,
  failed: 'Failed to generate parlays. Please try again.',
} as const

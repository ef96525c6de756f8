/**
 * How much of a repeated or varied test runs: some rounds and one example of each class in the fast tier, everything in
 * the part `repeats` of the nightly tier, which sets the variable.
 */
const IS_WHOLE = process.env.WHOLE_SWEEPS === '1'

/** Rounds of each race. */
export const ROUNDS = IS_WHOLE ? 200 : 5
/** Whether the rounds suffice for every order of a race to occur, so that a test can require each. */
export const ALL_ORDERS = IS_WHOLE
/** Time for the rounds of the nightly tier on a busy machine. */
export const RACE = { timeout: 180_000 }

/** The cases of a sweep: its first cases, which are one example of each class, or all. */
export const sweep = <Case>(examples: number, cases: readonly Case[]): Case[] =>
  IS_WHOLE ? [...cases] : cases.slice(0, examples)

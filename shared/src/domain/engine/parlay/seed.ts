/** Default seed of the draws, an arbitrary number: equal entries have equal figures on every machine. */
export const SEED = 20190630

/** Any number: it makes the same entry draw the same everywhere. */
export const SEED = 20190630

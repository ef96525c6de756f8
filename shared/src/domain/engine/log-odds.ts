/** Chances are kept this far from 0 and 1, so that no log-odds are infinite. */
const EDGE = 1e-9

/** Log-odds of a chance. */
export const logit = (chance: number): number => {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, chance))
  return Math.log(inside / (1 - inside))
}

/** Chance of log-odds. */
export const expit = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

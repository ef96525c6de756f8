/** Chances are bounded to this distance from 0 and 1, so that log-odds are finite. */
const EDGE = 1e-9

/** Log-odds of a chance. */
export const logit = (chance: number): number => {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, chance))
  return Math.log(inside / (1 - inside))
}

/** Chance with these log-odds. */
export const expit = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

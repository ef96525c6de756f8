/**
 * Elevation of parks in feet by Retrosheet's code. Only parks above 900 ft are listed; below, the effect is
 * within noise. Sources: US Geological Survey (Denver, Phoenix, Atlanta), INEGI (Monterrey, Mexico City).
 */
const ELEVATION_FEET: Readonly<Record<string, number>> = {
  DEN01: 5280,
  DEN02: 5190,
  MEX02: 7350,
  MNT01: 1770,
  PHO01: 1059,
  ATL03: 981,
}

/** Elevation of a park in feet; 0 for low or unknown parks. */
export const elevationOf = (park: string): number => ELEVATION_FEET[park] ?? 0

/**
 * Elevation in feet of parks by Retrosheet's code, of those above 900 ft: below that nothing can be told from noise.
 * Sources: US Geological Survey (Denver, Phoenix, Atlanta), INEGI (Monterrey, Mexico City).
 */
const ELEVATION_FEET: Readonly<Record<string, number>> = {
  DEN01: 5280,
  DEN02: 5190,
  MEX02: 7350,
  MNT01: 1770,
  PHO01: 1059,
  ATL03: 981,
}

/** Feet above the sea; 0 for a park that is low or not known. */
export const elevationOf = (park: string): number => ELEVATION_FEET[park] ?? 0

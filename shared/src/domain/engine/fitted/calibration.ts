import type { Calibration } from '../calibration/calibrate.ts'

/** Maps of chances by stat. Written by `pnpm fit`, never by hand. */
export const CALIBRATION: Calibration = { maps: {} }

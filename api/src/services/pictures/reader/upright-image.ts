/** An upright image, decoded or encoded. */
export interface UprightImage {
  /** Raw RGB, three bytes per pixel, row by row; or an encoded image (PNG). */
  data: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

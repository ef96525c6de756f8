/** Something that a run of the load shows, or fails to. */
export interface Claim {
  readonly what: string
  readonly ok: boolean
}

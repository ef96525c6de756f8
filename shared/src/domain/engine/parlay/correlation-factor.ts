type Rows = readonly (readonly number[])[]

/** A pivot below this is zero: two legs go entirely together. */
const ZERO = 1e-9
/** Halvings while looking for the end of a range. */
const HALVINGS = 20

/** Lower triangle L with L·Lᵀ = matrix, row by row; null where the matrix is not positive semidefinite. */
function cholesky(matrix: Rows): number[][] | null {
  const factor: number[][] = []
  for (const [i, row] of matrix.entries()) {
    const line: number[] = []
    for (let j = 0; j <= i; j++) {
      const other = j === i ? line : (factor[j] ?? [])
      let rest = row[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (line[k] ?? 0) * (other[k] ?? 0)
      const pivot = other[j] ?? 0
      if (j === i && rest >= -ZERO) line.push(Math.sqrt(Math.max(0, rest)))
      else if (j < i && pivot * pivot > ZERO) line.push(rest / pivot)
      else if (j < i && Math.abs(rest) < Math.sqrt(ZERO)) line.push(0)
      else return null
    }
    factor.push(line)
  }
  return factor
}

/** The largest part, 0 to 1, of which `holds` is true; it must hold for 0. */
function largest(holds: (part: number) => boolean): number {
  if (holds(1)) return 1
  let [low, high] = [0, 1]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

const scaled = (matrix: Rows, part: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value : value * part)))

const less = (matrix: Rows, own: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value - own : value)))

export interface CorrelationFactor {
  /** What legs share: lower triangle L, row by row, with L·Lᵀ + own²·1 = the matrix. */
  readonly shared: Rows
  /** Standard deviation of what each leg has to itself. */
  readonly own: number
}

/**
 * A correlation matrix as what the legs share and, as large as it can be, what each has to itself: given the shared
 * part legs are independent, so that only that part needs to be drawn.
 * Correlations that were fitted pair by pair may contradict each other: then all are shrunk toward independence by the
 * least part that resolves it (N. Higham, N. Strabić and V. Šego, 'Restoring definiteness via shrinking', SIAM Review
 * 58 (2016)), which keeps ones on the diagonal and every sign.
 * @param matrix symmetric, ones on its diagonal, everything else −1 to 1
 */
export function correlationFactor(matrix: Rows): CorrelationFactor {
  const sound = scaled(
    matrix,
    largest((part) => cholesky(scaled(matrix, part)) !== null),
  )
  const own = largest((part) => cholesky(less(sound, part)) !== null)
  return { shared: cholesky(less(sound, own)) ?? less(sound, 1), own: Math.sqrt(own) }
}

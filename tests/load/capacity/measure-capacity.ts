import type { Claim } from '../claim.ts'
export const measureCapacity = async (): Promise<Claim[]> => []

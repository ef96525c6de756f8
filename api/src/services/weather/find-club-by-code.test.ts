import { expect, it } from 'vitest'
import { findClubByCode } from './find-club-by-code.ts'

it.each([
  ['baseball', 'nyy', 'NYY'],
  ['baseball', 'ARI', 'AZ'],
  ['baseball', 'OAK', 'ATH'],
  ['baseball', 'CHW', 'CWS'],
  ['baseball', 'WAS', 'WSH'],
  ['football', 'WSH', 'WAS'],
  ['football', 'JAC', 'JAX'],
  ['football', 'ari', 'ARI'],
  ['baseball', 'XYZ', undefined],
  ['football', 'NYM', undefined],
] as const)('W3 findClubByCode maps the %s code %s to %s', (sport, code, club) => {
  expect(findClubByCode(sport, code)?.code).toBe(club)
})

import { ApiError } from '@propsight/shared/client'
import { fakeServices } from './fake-services.tsx'

export const COMMON = '/api/common-passwords'
export const SECRET = 's'.repeat(43)

/** Fake of the server's access routes. The options set its answers. */
export function server({
  exists = false,
  codeRequired,
  refuse,
  refusal = 'ACCESS_CODE_INVALID',
  common = { passwords: ['baseball', 'password'] },
}: {
  exists?: boolean | Error
  common?: object | Error
  codeRequired?: boolean
  refuse?: string
  refusal?: string
} = {}) {
  const calls: string[] = []
  const made = fakeServices(async (path) => {
    calls.push(path)
    if (path === COMMON) {
      if (common instanceof Error) throw common
      return common
    }
    if (path.endsWith('email-exists')) {
      if (exists instanceof Error) throw exists
      return { exists, codeRequired }
    }
    if (path.endsWith('reserve')) {
      if (refuse !== undefined) throw new ApiError(refuse, 400, refusal)
      return { reservedUntil: '2026-07-18T13:00:00Z', secret: SECRET }
    }
    return { redeemed: true }
  })
  return { ...made, calls }
}

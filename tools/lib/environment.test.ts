import { expect, it } from 'vitest'
import { buildEnvironment } from './environment.ts'

it('F2 buildEnvironment removes deploy credentials from the environment', () => {
  const env = { PATH: '/bin', PROPSIGHT_TOKEN: 'psd_x', ADMIN_KEY: 'key', PROPSIGHT_API: 'https://p.example' }
  expect(buildEnvironment(env)).toEqual({ PATH: '/bin', PROPSIGHT_API: 'https://p.example' })
})

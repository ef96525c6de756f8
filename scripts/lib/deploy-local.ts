import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import type { Secrets } from '@propsight/supabase/secrets'
import { seedDemo } from '@propsight/supabase/seed'
import { createClient } from '@supabase/supabase-js'
import { publishBuilds } from '../federation/publish.ts'

/**
 * Publishes what was built into the bundle store and the releases table, and makes sure that the demo account exists.
 * The same path as a deploy: files first, the pointer after them.
 */
export async function publishAndSeed({
  url,
  home,
  secrets,
  hosted,
}: {
  url: string
  home: string
  secrets: Secrets
  hosted: boolean
}): Promise<void> {
  const admin = createClient(
    process.env.SUPABASE_URL ?? url,
    process.env.SUPABASE_SECRET_KEY ?? secrets.secretKey,
    {
      auth: { persistSession: false, autoRefreshToken: false },
    },
  )
  await publishBuilds({
    bundlesDir: join(home, 'bundles'),
    publish: async (release: Release) => {
      const { error } = await admin.rpc('publish_release', { p_release: release })
      if (error) throw new Error(`publishing ${release.name} ${release.version}: ${error.message}`)
    },
  })
  // A hosted project is somebody's: no demo account is made there.
  if (!hosted)
    await seedDemo({
      url,
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      demo: secrets.demo,
    })
}

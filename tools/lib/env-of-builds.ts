const SECRETS = new Set(['PROPSIGHT_TOKEN', 'ADMIN_KEY'])

/**
 * The environment of builds and of the package manager, which run code of many authors: without what may deploy.
 * (It keeps secrets out of logs and bundles; who means harm on this machine finds other ways.)
 */
export const envOfBuilds = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.has(name.toUpperCase())))

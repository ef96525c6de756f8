// Runs before `pnpm install`. pnpm before 10.6 ignores the settings in pnpm-workspace.yaml and would rewrite the lockfile.
const [, major = '', minor = ''] = /^pnpm\/(\d+)\.(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
if (major && (Number(major) < 10 || (major === '10' && Number(minor) < 6))) {
  process.stderr.write(
    `pnpm ${major}.${minor} is too old for this project: run \`npm run dev\` or \`npm start\` instead, which install with the right one.\n`,
  )
  process.exit(1)
}

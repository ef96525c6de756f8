import { command } from '../../lib/command.ts'

process.exit((await command('biome', ['check', '--write', '.'], { show: true })).code)

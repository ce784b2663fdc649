import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, launch } from '@tandem/local-services'

const manifest = {
  private: true,
  // The version is fixed, because the newest verdaccio needs Node 22.
  dependencies: { verdaccio: '6.2.9' },
  // node-fetch is replaced, because verdaccio asks for a tag of it that mirrors of npm may lack.
  overrides: { 'node-fetch': '2.7.0' },
}

export interface LocalRegistry {
  url: string
  /** The path of npm's settings for whoever publishes to this registry. */
  userConfig: string
  stop(): Promise<void>
}

/**
 * Starts an npm registry on the loopback that has only our packages.
 *
 * @param folder for everything that it writes.
 */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const everybody = { access: '$all', publish: '$all' }
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: { '@tandem/*': everybody },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  }
  const configFile = join(folder, 'verdaccio.yaml')
  writeFileSync(configFile, JSON.stringify(config))
  const userConfig = join(folder, 'npmrc')
  // The settings are written as actions/setup-node does. The registry lets everybody publish, but
  // npm insists on a token.
  writeFileSync(userConfig, `@tandem:registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`)
  const program = join(folder, 'verdaccio')
  mkdirSync(program)
  writeFileSync(join(program, 'package.json'), JSON.stringify(manifest))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: program, stdio: 'inherit' })
  const server = await launch({
    name: 'verdaccio',
    command: join(program, 'node_modules/.bin/verdaccio'),
    args: ['--config', configFile, '--listen', `127.0.0.1:${port}`],
    logFile: join(folder, 'verdaccio.log'),
    stopSignal: 'SIGTERM',
    isReady: async () => (await fetch(`${url}/-/ping`)).ok,
  })
  return { url, userConfig, stop: () => server.stop() }
}

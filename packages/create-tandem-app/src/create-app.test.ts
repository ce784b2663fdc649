import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApp } from './create-app.ts'

const right: Record<string, string> = {
  '/config.json': JSON.stringify({ base_url: 'https://o', relayer_url: 'https://r', rpc_urls: {}, sentry: 'x' }),
  '/network.json': JSON.stringify({ chains: [], assets: [], routes: [] }),
}
let answers = right
let server: Server
let folder: string
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-create-'))
  server = createServer(({ url: path = '' }, response) => {
    const text = answers[path]
    if (text === undefined) response.writeHead(404).end()
    else response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

describe('createApp', () => {
  it('copies the template, with the deployment and this version of the SDK', async () => {
    const app = join(folder, 'my-app')
    await createApp(app, url)
    const read = (file: string) => readFileSync(join(app, file), 'utf8')
    expect(JSON.parse(read('package.json'))).toMatchObject({
      name: 'my-app',
      dependencies: { '@tandem/sdk': expect.stringMatching(/^\^\d/) },
    })
    // No field that the app does not use.
    expect(Object.keys(JSON.parse(read('src/deployment/config.json')))).toEqual(['base_url', 'relayer_url', 'rpc_urls'])
    expect(read('.gitignore')).toContain('node_modules')
  })

  it.each<[string, Record<string, string>, string]>([
    ['has no such files', {}, 'status 404'],
    ['answers with a page', { ...right, '/network.json': '<!doctype html>' }, 'describes no deployment'],
    ['answers with nothing', { ...right, '/config.json': 'null' }, 'no base_url'],
    ['leaves a part out', { ...right, '/network.json': '{"chains":[],"assets":[]}' }, 'no routes'],
    ['does not end', { ...right, '/network.json': '['.repeat(2_000_000) }, 'too long'],
  ])('writes nothing where the page %s', async (_, given, said) => {
    answers = given
    const app = join(folder, 'none')
    await expect(createApp(app, url)).rejects.toThrow(said)
    expect(existsSync(app)).toBe(false)
    answers = right
  })

  it.each(['My App', '.hidden', 'a'.repeat(200)])('refuses the name %s', async (name) => {
    await expect(createApp(join(folder, name), url)).rejects.toThrow('is no name for a package')
  })

  it('leaves a folder that exists alone', async () => {
    mkdirSync(join(folder, 'there'))
    await expect(createApp(join(folder, 'there'), url)).rejects.toThrow('exists already')
  })
})

describe('npm create tandem-app', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', '--no-warnings', main, ...args], { encoding: 'utf8' })

  it.each([
    ['an unknown option', ['my-app', '--form', 'https://o'], "Unknown option '--form'"],
    ['an option without its value', ['my-app', '--from'], "'--from <value>' argument missing"],
    ['no name', [], 'NAME'],
  ])('answers %s with its usage, and no stack trace', (_, args, said) => {
    const { status, stderr, stdout } = run(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(said)
    expect(stderr).toContain('npm create tandem-app NAME')
    expect(stderr).not.toContain('    at ')
  })
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { devnetChains, devnetL1 } from '../src/chains.ts'
import { deployToFile } from '../src/deploy-to-file.ts'

const chains = [...devnetChains, devnetL1]
let anvils: LocalAnvil[]
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-deploy-'))
  anvils = await Promise.all(chains.map(({ chainId }) => startAnvil({ chainId })))
  process.env.RPC_URLS = JSON.stringify(
    Object.fromEntries(chains.map(({ name }, index) => [name, [anvils[index]?.rpcUrl]])),
  )
})
afterAll(async () => {
  delete process.env.RPC_URLS
  await Promise.all(anvils.map((anvil) => anvil.stop()))
  rmSync(folder, { recursive: true })
})

describe('deployToFile', () => {
  it('does nothing the second time: another deployment would put the bridge at other addresses', async () => {
    const file = join(folder, 'network.json')
    const lines: string[] = []
    await deployToFile(file, (line) => lines.push(line))
    const text = readFileSync(file, 'utf8')
    await deployToFile(file, (line) => lines.push(line))
    expect(lines).toEqual([`wrote ${file}`, `everything of ${file} is deployed`])
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

import { describe, expect, it } from '@jest/globals'
import { runConformance } from './program.ts'

async function run(words: string, env: Record<string, string> = {}) {
  const notes: string[] = []
  const code = await runConformance(words.split(' '), { env, out: () => {}, note: (text) => void notes.push(text) })
  return [code, notes.join('\n')]
}

describe('the words of the command', () => {
  const maker = '--maker http://127.0.0.1:1 --source a:x --destination b:x --amount 1'
  const signer = `--signer 0x${'1'.repeat(40)}`
  it.each([
    ['--json', 'name a deployment (--orderbook, --relayer) or a maker (--maker); --help says more'],
    ['--orderbook http://127.0.0.1:1', '--relayer is missing'],
    ['--orderbook http://127.0.0.1:1 --relayer http://127.0.0.1:1 --source a:x', '--destination is missing'],
    ['--orderbook http://127.0.0.1:1 --relayer http://127.0.0.1:1 --rpc base', '"base" is not CHAIN=URL'],
    [maker, '--signer is missing'],
    [`${maker} --signer 0x12`, '--signer is not an address'],
    [`${maker} ${signer}`, 'TANDEM_MAKER_SECRET is missing'],
    ['--colour blue', "error: unknown option '--colour'"],
  ])('%s: %s', async (words, message) => {
    expect(await run(words)).toEqual([2, message])
  })

  it('a key that is none is refused and not repeated', async () => {
    const words = '--orderbook http://127.0.0.1:1 --relayer http://127.0.0.1:1'
    expect(await run(words, { TANDEM_PRIVATE_KEY: '0x1234' })).toEqual([
      2,
      'the key is not 0x and 64 hexadecimal digits',
    ])
  })
})

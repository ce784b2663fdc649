import { describe, expect, it } from '@jest/globals'
import { runCli } from '../program.ts'

const signer = `0x${'1'.repeat(40)}`
const secret = `whsec_${'A'.repeat(32)}`

async function run(words: string, env: Record<string, string> = {}) {
  const notes: string[] = []
  const code = await runCli(['check-maker', ...words.split(' ')], {
    env,
    out: () => {},
    note: (text) => void notes.push(text),
    waiting: () => () => {},
    signal: new AbortController().signal,
  })
  return { code, notes: notes.join('\n') }
}

describe('the words of check-maker', () => {
  const maker = 'http://127.0.0.1:9/maker 1 a:x b:x'
  it.each([
    [maker, {}, "required option '--signer <address>' not specified"],
    [`${maker} --signer 0x12`, {}, 'it is not an address'],
    [`ftp://maker.example 1 a:x b:x --signer ${signer}`, {}, 'it is not an http or https URL'],
    [`${maker} --signer ${signer} --within soon`, {}, 'it is not a number of milliseconds'],
    [`${maker} --signer ${signer}`, {}, "no maker's secret: TANDEM_MAKER_SECRET_FILE, or TANDEM_MAKER_SECRET"],
    [`${maker} --signer ${signer}`, { TANDEM_MAKER_SECRET: 'hush' }, "the maker's secret is not whsec_ and base64"],
    [
      `${maker} --signer ${signer}`,
      { TANDEM_MAKER_SECRET: secret },
      'no network file: --network FILE, or NETWORK_FILE',
    ],
  ])('%s', async (words, env, message) => {
    const { code, notes } = await run(words, env)
    expect([code, notes]).toEqual([2, expect.stringContaining(message)])
    expect(notes).not.toContain('hush')
  })
})

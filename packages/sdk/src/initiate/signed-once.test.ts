import { describe, expect, it } from '@jest/globals'
import type { TandemClient } from '../client/create-client.ts'
import type { CreateInitiation } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import { signedOnce, type UnsentInitiation } from './signed-once.ts'

const body: CreateInitiation = {
  type: 'signed',
  order_id: '00000000-0000-4000-8000-000000000000',
  deadline: 1_000,
  creator_signature: `0x${'11'.repeat(65)}`,
}

/** Asks a client that answers like this, and returns what reads the initiation that is kept afterwards. */
async function keptAfter(answer: () => Promise<unknown>, asked: CreateInitiation = body) {
  const signed = signedOnce()
  const client = { createInitiation: answer } as unknown as TandemClient
  const watched = signed.watch(asked.type, { by: 'relayer', client })
  if (watched.by === 'relayer') await watched.client.createInitiation(asked).catch(() => undefined)
  return (now: number) => signed.kept(asked.type, now)
}

const refusal = (isRetryable: boolean) => () =>
  Promise.reject(new TandemError('NETWORK', 'no', { retryable: isRetryable }))

describe('signedOnce', () => {
  it('keeps what a relayer could not take, as long as the signature holds', async () => {
    const kept = await keptAfter(refusal(true))
    expect([kept(500), kept(879), kept(880)]).toEqual([body, body, undefined])
  })

  it('has it kept over a restart, and dropped once the relayer has taken it', async () => {
    const changes: unknown[] = []
    const keep = async (unsent: unknown) => void changes.push(unsent)
    const handOver = async (client: unknown, unsent?: UnsentInitiation) => {
      const watched = signedOnce({ unsent, keep }).watch('signed', { by: 'relayer', client: client as TandemClient })
      if (watched.by === 'relayer') await watched.client.createInitiation(body).catch(() => undefined)
    }
    await handOver({ createInitiation: refusal(true) })
    const [unsent] = changes as [UnsentInitiation]
    expect(unsent).toEqual({ path: 'signed', body })
    expect(signedOnce({ unsent }).kept('signed', 500)).toEqual(body)
    await handOver({ createInitiation: () => Promise.resolve({}) }, unsent)
    expect(changes.at(-1)).toBeUndefined()
    expect(changes).toHaveLength(2)
  })

  it('keeps nothing for another path', async () => {
    const signed = signedOnce()
    const client = { createInitiation: refusal(true) } as unknown as TandemClient
    const watched = signed.watch('signed', { by: 'relayer', client })
    if (watched.by === 'relayer') await watched.client.createInitiation(body).catch(() => undefined)
    expect(signed.kept('permit', 500)).toBeUndefined()
  })

  it.each([
    ['the relayer has taken', () => Promise.resolve({}), body],
    ['the relayer refuses for good', refusal(false), body],
    ['needs no signature', refusal(true), { type: 'prefunded', order_id: body.order_id }],
  ] as const)('keeps nothing that %s', async (_name, answer, asked) => {
    expect((await keptAfter(answer, asked as CreateInitiation))(500)).toBeUndefined()
  })
})

import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createTestClient, http, parseGwei, verifyTypedData, walletActions, zeroAddress } from 'viem'
import { openAccount } from '../src/account.ts'
import { makeKeyring } from '../src/keyring.ts'
import type { SignerConfig } from '../src/signer-config.ts'
import { accessKey, accessToken, type FakeKms, type Fault, keyId, keyVersion, startFakeKms } from '../src/testing.ts'

/** The environment that gives this process its identity in both clouds. */
const identity = {
  AWS_ACCESS_KEY_ID: accessKey.id,
  AWS_SECRET_ACCESS_KEY: accessKey.secret,
  AWS_SESSION_TOKEN: undefined,
  AWS_PROFILE: undefined,
  GOOGLE_APPLICATION_CREDENTIALS: undefined,
  GOOGLE_CLOUD_PROJECT: 'p',
  // Points nowhere, so that no gcloud of a developer's machine is used.
  CLOUDSDK_CONFIG: '/nonexistent',
  METADATA_SERVER_DETECTION: 'assume-present',
}
const before = { ...process.env }
let anvil: LocalAnvil
let kms: FakeKms

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 931 })
})
afterAll(async () => {
  await anvil.stop()
  for (const name of [...Object.keys(identity), 'GCE_METADATA_HOST']) delete process.env[name]
  Object.assign(process.env, before)
})
beforeEach(async () => {
  kms = await startFakeKms()
  for (const [name, value] of Object.entries({ ...identity, GCE_METADATA_HOST: kms.host })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})
afterEach(() => kms.stop())

const clouds = {
  aws_kms: {
    signer: (): SignerConfig => ({ kind: 'aws_kms', key_id: keyId, region: 'eu-central-2', endpoint: kms.url }),
    calls: { key: 'GetPublicKey', sign: 'Sign' },
    denied: 'AWS KMS: AccessDeniedException',
    otherCurve: 'AWS KMS: the key is for ECC_NIST_P256 SIGN_VERIFY, not for signing on secp256k1',
  },
  gcp_kms: {
    signer: (): SignerConfig => ({ kind: 'gcp_kms', key_version: keyVersion, endpoint: kms.url }),
    calls: { key: 'publicKey', sign: 'asymmetricSign' },
    denied: 'GCP KMS: 403 PERMISSION_DENIED',
    otherCurve: 'GCP KMS: the key is for EC_SIGN_P256_SHA256, not for signing on secp256k1',
  },
}

describe.each(Object.entries(clouds))('%s', (_kind, { signer, calls, denied, otherCurve }) => {
  const keyringOf = () => makeKeyring('left', [{ name: 'the signer', signer: signer() }])
  const transaction = (nonce: number) => ({
    chainId: 931,
    type: 'eip1559' as const,
    nonce,
    to: zeroAddress,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  })

  it('signs transactions that are mined as its own', async () => {
    const chain = createTestClient({
      mode: 'anvil',
      chain: anvilChain(931),
      transport: http(anvil.rpcUrl),
      pollingInterval: 20,
    })
      .extend(anvilActions)
      .extend(walletActions)
    await chain.setBalance({ address: kms.address, value: 10n ** 18n })
    const keyring = keyringOf()
    await keyring.open()
    expect(keyring.addresses).toEqual([kms.address])
    for (const nonce of [0, 1, 2, 3]) {
      const serializedTransaction = await keyring.sign(kms.address, transaction(nonce))
      const hash = await chain.sendRawTransaction({ serializedTransaction })
      const { from, status } = await chain.waitForTransactionReceipt({ hash })
      expect({ from, status }).toEqual({ from: kms.address.toLowerCase(), status: 'success' })
    }
    expect(kms.seen).toEqual({ calls: [calls.key, ...Array(4).fill(calls.sign)], highS: 2 })
  })

  it('signs typed data as its own account, and says of every failure which signer it was', async () => {
    const account = await openAccount({ name: 'SOLVER_SIGNERS.left', signer: signer() })
    const typedData = {
      domain: { name: 'test', version: '1', chainId: 931 },
      types: { Quote: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Quote',
      message: { amount: 2n ** 200n },
    } as const
    // Two signatures: one has the high s, and one the low.
    for (const _time of [1, 2]) {
      const signature = await account.signTypedData(typedData)
      expect(await verifyTypedData({ ...typedData, address: kms.address, signature })).toBe(true)
    }
    kms.failNext('denied')
    expect(await messageOf(account.signTypedData(typedData))).toBe(`SOLVER_SIGNERS.left: ${denied}`)
    kms.failNext('other_key')
    expect(await messageOf(account.signTypedData(typedData))).toMatch('SOLVER_SIGNERS.left: the signature is not one')
    expect(await messageOf(account.signMessage({ message: 'hello' }))).toMatch('signs no messages')
  })

  it('asks again when it is throttled, or the KMS fails', async () => {
    const keyring = keyringOf()
    kms.failNext('throttled', 'broken')
    await keyring.open()
    kms.failNext('broken', 'throttled')
    await keyring.sign(kms.address, transaction(0))
    expect(kms.seen.calls).toEqual([...Array(3).fill(calls.key), ...Array(3).fill(calls.sign)])
  })

  it.each<[Fault, string]>([
    ['denied', denied],
    ['other_curve', otherCurve],
  ])('does not start when the key is %s', async (fault, reason) => {
    kms.failNext(fault)
    const keyring = keyringOf()
    expect(await messageOf(keyring.open())).toBe(`left: the signer: ${reason}`)
    expect(keyring.addresses).toEqual([])
  })

  it('does not start when the key service does not answer', async () => {
    const keyring = keyringOf()
    await kms.stop()
    expect(await messageOf(keyring.open())).toMatch(/^left: the signer: (AWS KMS: |GCP KMS: .*)ECONNREFUSED$/)
  })

  it.each<[Fault, string]>([
    ['denied', denied],
    ['other_key', `the signature is not one of`],
    ['garbage', 'the signature is not a DER sequence'],
  ])('does not sign when the answer is %s', async (fault, reason) => {
    const keyring = keyringOf()
    await keyring.open()
    kms.failNext(fault)
    expect(await messageOf(keyring.sign(kms.address, transaction(0)))).toMatch(`left: the signer: ${reason}`)
  })

  it('gives up within a step’s lease when the KMS is silent', async () => {
    const keyring = keyringOf()
    await keyring.open()
    kms.failNext('silent')
    expect(await messageOf(keyring.sign(kms.address, transaction(0)))).toMatch(/KMS: .*(TimeoutError|AbortError)$/)
  })
})

it('gcp_kms: takes no answer that was changed on the way', async () => {
  const keyring = makeKeyring('left', [{ name: 'the signer', signer: clouds.gcp_kms.signer() }])
  kms.failNext('changed')
  expect(await messageOf(keyring.open())).toBe('left: the signer: GCP KMS: the answer was changed on the way')
})

/** The text of an error, with all its causes: none may hold a key or a secret. */
async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'SignerError' })
  const everything = inspect(error, { depth: 20, showHidden: true })
  for (const secret of [accessToken, accessKey.secret, kms.privateKey.slice(2)])
    expect(everything).not.toContain(secret)
  return (error as Error).message
}

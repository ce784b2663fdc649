/** Stand-ins for the KMS of both clouds, on the loopback, with one secp256k1 key. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Address, bytesToHex, type Hex, hexToBigInt } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { crc32c } from './crc32c.ts'
import { derOf } from './der-of.ts'
import { curveOrder } from './der-signature.ts'

export const keyVersion = 'projects/p/locations/europe-west6/keyRings/tandem/cryptoKeys/relayer/cryptoKeyVersions/1'
export const keyId = 'alias/tandem-relayer'
export const accessToken = 'ya29.token-of-the-metadata-server'
export const accessKey = { id: 'AKIAFAKEFAKEFAKEFAKE', secret: 'fake-secret-access-key-fake-secret-access' }

export type Fault = 'throttled' | 'denied' | 'broken' | 'silent' | 'other_key' | 'other_curve' | 'changed' | 'garbage'

export interface FakeKms {
  readonly url: string
  /** `127.0.0.1:port`, for GCE_METADATA_HOST. */
  readonly host: string
  readonly address: Address
  readonly privateKey: Hex
  /** The names of the calls, in order, and how many signatures had the high s. */
  readonly seen: { calls: string[]; highS: number }
  failNext(...faults: Fault[]): void
  stop(): Promise<void>
}

const curves = {
  aws: { right: 'ECC_SECG_P256K1', other: 'ECC_NIST_P256' },
  gcp: { right: 'EC_SIGN_SECP256K1_SHA256', other: 'EC_SIGN_P256_SHA256' },
}

export async function startFakeKms(): Promise<FakeKms> {
  const privateKey = generatePrivateKey()
  const key: HeldKey = {
    privateKey,
    publicKey: publicKeyOf(privateKey),
    seen: { calls: [], highS: 0 },
    faults: [],
    signatures: 0,
  }
  const server = createServer((req, res) => {
    answer(key, req).then(
      (found) => send(res, found),
      (error) => send(res, [500, { error: String(error) }]),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    address: privateKeyToAccount(privateKey).address,
    privateKey,
    seen: key.seen,
    failNext: (...next) => void key.faults.push(...next),
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface HeldKey {
  readonly privateKey: Hex
  readonly publicKey: KeyObject
  readonly seen: FakeKms['seen']
  readonly faults: Fault[]
  signatures: number
}

/** Signs a digest. Every other signature has the high s, as signatures of both clouds may have. */
async function signature(key: HeldKey, digest: Uint8Array, fault: Fault | undefined): Promise<Uint8Array> {
  if (fault === 'garbage') return Buffer.from('not a signature')
  const { r, s } = await sign({
    hash: bytesToHex(digest),
    privateKey: fault === 'other_key' ? generatePrivateKey() : key.privateKey,
  })
  key.signatures += 1
  const isHigh = key.signatures % 2 === 1
  if (isHigh) key.seen.highS += 1
  return derOf(hexToBigInt(r), isHigh ? curveOrder - hexToBigInt(s) : hexToBigInt(s))
}

async function answerAws(key: HeldKey, req: IncomingMessage, body: Record<string, string>): Promise<Answer> {
  const call = String(req.headers['x-amz-target']).replace('TrentService.', '')
  key.seen.calls.push(call)
  const fault = key.faults.shift()
  const refuse = (status: number, type: string): Answer => [status, { __type: type, message: `${type} of ${keyId}` }]
  if (fault === 'silent') return undefined
  if (fault === 'throttled') return refuse(400, 'ThrottlingException')
  if (fault === 'denied') return refuse(400, 'AccessDeniedException')
  if (fault === 'broken') return refuse(500, 'KMSInternalException')
  if (!req.headers.authorization?.includes(`Credential=${accessKey.id}/`))
    return refuse(400, 'UnrecognizedClientException')
  if (body.KeyId !== keyId) return refuse(400, 'NotFoundException')
  if (call === 'GetPublicKey')
    return [
      200,
      {
        KeyId: keyId,
        KeySpec: fault === 'other_curve' ? curves.aws.other : curves.aws.right,
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: ['ECDSA_SHA_256'],
        PublicKey: key.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
    ]
  if (call !== 'Sign' || body.MessageType !== 'DIGEST' || body.SigningAlgorithm !== 'ECDSA_SHA_256')
    return refuse(400, 'ValidationException')
  const der = await signature(key, Buffer.from(body.Message ?? '', 'base64'), fault)
  return [
    200,
    { KeyId: keyId, Signature: Buffer.from(der).toString('base64'), SigningAlgorithm: body.SigningAlgorithm },
  ]
}

async function answerGcp(
  key: HeldKey,
  req: IncomingMessage,
  body: { digest?: { sha256?: string }; digestCrc32c?: string },
): Promise<Answer> {
  const path = req.url ?? ''
  key.seen.calls.push(path.replace(`/v1/${keyVersion}`, '').slice(1))
  const fault = key.faults.shift()
  const refuse = (code: number, status: string): Answer => [code, { error: { code, status, message: `${status}!` } }]
  if (fault === 'silent') return undefined
  if (fault === 'throttled') return refuse(429, 'RESOURCE_EXHAUSTED')
  if (fault === 'denied') return refuse(403, 'PERMISSION_DENIED')
  if (fault === 'broken') return refuse(503, 'UNAVAILABLE')
  if (req.headers.authorization !== `Bearer ${accessToken}`) return refuse(401, 'UNAUTHENTICATED')
  const changedBy = fault === 'changed' ? 1 : 0
  if (req.method === 'GET' && path === `/v1/${keyVersion}/publicKey`) {
    const pem = key.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const algorithm = fault === 'other_curve' ? curves.gcp.other : curves.gcp.right
    return [
      200,
      {
        name: keyVersion,
        algorithm,
        pem,
        pemCrc32c: String(crc32c(Buffer.from(pem)) + changedBy),
        protectionLevel: 'HSM',
      },
    ]
  }
  if (req.method !== 'POST' || path !== `/v1/${keyVersion}:asymmetricSign`) return refuse(404, 'NOT_FOUND')
  const digest = Buffer.from(body.digest?.sha256 ?? '', 'base64')
  const der = await signature(key, digest, fault)
  return [
    200,
    {
      name: keyVersion,
      signature: Buffer.from(der).toString('base64'),
      signatureCrc32c: String(crc32c(der) + changedBy),
      verifiedDigestCrc32c: body.digestCrc32c === String(crc32c(digest)),
      protectionLevel: 'HSM',
    },
  ]
}

async function answer(key: HeldKey, req: IncomingMessage): Promise<Answer> {
  if (req.url?.startsWith('/computeMetadata/'))
    return [200, { access_token: accessToken, expires_in: 3599, token_type: 'Bearer' }]
  const body = await text(req)
  const json = body === '' ? {} : JSON.parse(body)
  return req.headers['x-amz-target'] === undefined ? answerGcp(key, req, json) : answerAws(key, req, json)
}

/** An answer; `undefined` stands for a server that never answers. */
type Answer = [status: number, body: object] | undefined

function send(res: ServerResponse, found: Answer): void {
  if (found === undefined) return
  const [status, body] = found
  res.writeHead(status, { 'content-type': 'application/json', 'metadata-flavor': 'Google' })
  res.end(JSON.stringify(body))
}

function publicKeyOf(privateKey: Hex) {
  const sec1 = Buffer.from(`302e0201010420${privateKey.slice(2)}a00706052b8104000a`, 'hex')
  return createPublicKey(createPrivateKey({ key: sec1, format: 'der', type: 'sec1' }))
}

import { readFile } from 'node:fs/promises'
import { makeLocalSigner, type Signer } from './signer.ts'
import { SignerError } from './signer-error.ts'

const hexKey = /^(?:0x)?([0-9a-f]{64})$/i

/** Opens a key file, which holds 32 bytes of hex, with or without 0x. Its mode must be 0400, or 0440 for a group. */
export async function openKeyFile(path: string): Promise<Signer> {
  const hex = hexKey.exec((await readFile(path, 'utf8')).trim())?.[1]
  if (hex === undefined) throw new SignerError('the file does not hold 32 bytes of hex')
  return makeLocalSigner(`0x${hex}`)
}

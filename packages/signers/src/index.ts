export { openAccount } from './account.ts'
export { type Keyring, makeKeyring } from './keyring.ts'
export { recoverSigner } from './recover-signer.ts'
export {
  type NamedSigner,
  placeOf,
  privateKeySchema,
  type SignerConfig,
  signerSchema,
  signerTextSchema,
} from './signer-config.ts'
export { SignerError } from './signer-error.ts'

/** A wallet gives its icon as a data URL; any other would tell a stranger who looks at this page. */
export function WalletIcon({ source }: { source: string | undefined }) {
  return source?.startsWith('data:image/') ? <img className="wallet-icon" src={source.trim()} alt="" /> : null
}

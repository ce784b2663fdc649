/** Shows a wallet's icon, if it is a data URL. Another URL would be loaded, and its server would learn who visits this page. */
export function WalletIcon({ source }: { source: string | undefined }) {
  return source?.startsWith('data:image/') ? <img className="wallet-icon" src={source.trim()} alt="" /> : null
}

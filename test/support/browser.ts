import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Names of browsers. The headless shell comes first, because it draws no window and takes less processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The path of the system's browser, or the one that `CHROMIUM_PATH` names. */
function executable(): string {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return given
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (found === undefined) throw new Error('Chromium is not installed: `npm test` installs it on Debian as root')
  return found
}

/** Starts Chromium without a window, and without connections of its own. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
